"""What the IRC tests share: real servers on free loopback ports, a scripted one, a bare client, an ear."""
