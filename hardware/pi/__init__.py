"""What turns a Raspberry Pi into a Tableside: installed once, run by systemd."""
