"""What the product refuses, one class a refusal; the message says what is wrong and what to do."""
from __future__ import annotations


class AppError(Exception):
    """Base of everything that the product itself refuses."""


class UsageError(AppError, ValueError):
    """The command line asks for something that does not exist."""


class Unseen(AppError, ValueError):
    """Nothing that can be learned is in sight."""


class DisplayError(AppError, OSError):
    """No display to draw on."""


class SettingsError(AppError, ValueError):
    """The file of settings says something that cannot be."""


class StoreError(AppError, OSError):
    """The store cannot be used as it is; its file was left untouched."""


class StoreFull(StoreError):
    """No room left to write: what was committed before is safe."""


class PhotoTooLarge(StoreError):
    """A photo above the store's limit: crop or compress it first."""


class UnknownGame(StoreError):
    """No saved game has this id."""


class ExportFailed(AppError, OSError):
    """A game cannot leave in that form, or not to that place."""


class BackupFailed(AppError, OSError):
    """What is kept could not be copied to the stick."""
