"""The doors to the networks: each gateway carries words in and out, and decides nothing."""
