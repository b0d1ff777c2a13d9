"""What is printed: the tray's corners, and the arm that holds camera and ring over it."""
