"""What people can say to the official: each command declared once, for every network."""
