"""Which graphics driver draws the window: asked by the doctor in a process of its own."""
from __future__ import annotations


def renderer() -> str:
    """OpenGL's own name for what draws, from a small hidden window."""
    import os

    os.environ["KIVY_NO_ARGS"] = os.environ["KIVY_NO_CONSOLELOG"] = os.environ["KIVY_NO_FILELOG"] = "1"
    from kivy.config import Config

    Config.set("graphics", "window_state", "hidden")
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RENDERER, glGetString

    Window.canvas.ask_update()  # a driver names itself only once there is a window
    return str(glGetString(GL_RENDERER).decode())
