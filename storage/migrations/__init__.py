"""Migrations of the store's schema, run by `storage.schema`. A version that was released is never edited."""
