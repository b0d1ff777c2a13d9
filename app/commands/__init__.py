"""The command line: one module a command, each a function from arguments to an exit code."""
