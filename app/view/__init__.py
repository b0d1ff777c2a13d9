"""What people see: the screen as a value, then the widgets that show it."""
