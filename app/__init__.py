"""The product: sessions, commands and the app that join eye, wires, game and screen."""
