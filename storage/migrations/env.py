"""Where Alembic begins: on the connection, and in the transaction, that `storage.schema` hands over."""

from alembic import context

from storage.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
