"""Every word that the widgets themselves say, in each language."""
from __future__ import annotations

LANGUAGES = ("en", "de")
WORDS: dict[str, tuple[str, str]] = {
    "undo": ("Undo", "Zurück"),
    "redo": ("Redo", "Wieder"),
    "leave": ("Leave", "Ende"),
    "settings": ("Settings", "Einstellungen"),
    "automatic": ("Auto", "Auto"),
    "never": ("Never", "Nie"),
    "set_language": ("Language", "Sprache"),
    "language_en": ("English", "English"),
    "language_de": ("Deutsch", "Deutsch"),
    "set_text": ("Text", "Schrift"),
    "text_1.0": ("Normal", "Normal"),
    "text_1.15": ("Large", "Groß"),
    "set_hand": ("Undo with", "Zurück mit"),
    "hand_right": ("Left hand", "Links"),
    "hand_left": ("Right hand", "Rechts"),
    "set_dim_after_s": ("Dim after", "Abdunkeln nach"),
    "set_inches": ("Panel", "Bildschirm"),
    "second_screen": ("On a phone or a television", "Auf Telefon oder Fernseher"),
    "share": ("Share", "Teilen"),
    "checklist": ("What to lay out", "Was ausliegt"),
    "rules": ("Rules", "Regeln"),
    "decks": ("Decks", "Stapel"),
    "dice": ("Dice", "Würfel"),
    "no_decks": ("This game has no decks", "Dieses Spiel hat keine Stapel"),
    "too_few": ("{throws} throws: too few to tell", "{throws} Würfe: noch zu wenige"),
    "fair": ("{throws} throws: like a fair die (p = {p})", "{throws} Würfe: wie ein fairer Würfel (p = {p})"),
    "unusual": ("{throws} throws: unusual, one fair die in {once} (p = {p})",
                "{throws} Würfe: selten, ein fairer Würfel von {once} (p = {p})"),
    "unfair": ("{throws} throws: hardly a fair die (p = {p})", "{throws} Würfe: kaum ein fairer Würfel (p = {p})"),
    "log": ("Log", "Verlauf"),
    "go_on": ("Go on", "Weiter"),
    "done": ("Done", "Fertig"),
    "use_it": ("Use it", "Verwenden"),
    "no_roll": ("Not a roll", "Kein Wurf"),
    "sorry": ("That did not work", "Das ging nicht"),
    "look_again": ("Look again", "Neu lesen"),
    "take_back": ("Void this throw", "Wurf streichen"),
    "your_turn": ("at the table", "am Zug"),
    "by_hand": ("Enter the roll", "Wurf eingeben"),
    "no_die": ("No die", "Kein Würfel"),
    "which": ("What does it show?", "Was zeigt er?"),
    "waiting_roll": ("No roll yet", "Noch kein Wurf"),
    "no_picture": ("The camera is off. Everything works by hand.", "Die Kamera ist aus. Alles geht von Hand."),
    "nothing_yet": ("Nothing has happened yet", "Noch ist nichts geschehen"),
    "photo": ("Photo", "Foto"),
    "last_roll": ("Last roll", "Letzter Wurf"),
    "aside": ("set aside", "zurückgestellt"),
    "new_game": ("New game", "Neues Spiel"),
    "resume": ("Go on playing", "Weiterspielen"),
    "who_plays": ("Who plays?", "Wer spielt?"),
    "start": ("Start", "Los"),
    "back": ("Back", "Zurück"),
    "player": ("Player", "Spieler"),
    "add_player": ("Add a player", "Noch jemand"),
    "remove": ("Remove", "Entfernen"),
    "type_name": ("Name of this player", "Name dieses Spielers"),
    "space": ("Space", "Leer"),
    "final": ("Final score", "Endstand"),
    "points": ("points", "Punkte"),
    "home": ("Home", "Startseite"),
    "tap_name": ("Tap a name to change it", "Zum Ändern auf einen Namen tippen"),
    "tagline": ("The table keeps the score.", "Der Tisch zählt mit."),
    "no_games": ("No game was found: see docs/packs.md", "Kein Spiel gefunden: siehe docs/packs.md"),
    "all_counters": ("All numbers", "Alle Werte"),
    "older": ("Earlier", "Früher"),
    "likely": ("Likely", "Wahrscheinlich"),
    "saw": ("The eye saw", "Das Auge sah"),
    "is_it": ("Which is right?", "Was stimmt?"),
}


class Tongue:
    """The language that is spoken now; the widgets are made anew when it changes."""

    language = "en"


def say(word: str) -> str:
    """The word in the language of the moment; KeyError for one that nobody translated."""
    return WORDS[word][LANGUAGES.index(Tongue.language)]
