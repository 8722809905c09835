"""The tests; they mirror the packages, and transcripts stand in `transcripts/`."""
