"""What calibration says, in German: its sentences and their parts, {} where a number or a name stands."""
from __future__ import annotations

SENTENCES: dict[str, str] = {
    # the questions
    "Hold the lens board into the picture: views are taken by themselves":
        "Das Linsenbrett ins Bild halten: die Ansichten nimmt die Kamera selbst auf",
    "Lay the four markers at the empty tray's corners": "Die vier Marken an die Ecken der leeren Schale legen",
    "Lay the light strip into the empty tray": "Den Lichtstreifen in die leere Schale legen",
    "Put one die of each colour you own into the tray, apart":
        "Von jeder Würfelfarbe einen in die Schale legen, mit Abstand",
    "Lay the dice sheet into the picture, dice on its cells": "Das Würfelblatt ins Bild legen, Würfel auf die Felder",
    "Throw {} of {}: throw": "Wurf {} von {}: würfeln",
    "Is that right?": "Stimmt das?",
    # the camera and what stands in its way
    "The camera gives no picture: look at its cable, or at ./tableside doctor.":
        "Die Kamera gibt kein Bild: Kabel prüfen, oder ./tableside doctor fragen.",
    "No picture was given.": "Es gab kein Bild.",
    "stopped at the table": "am Tisch abgebrochen",
    "This is {} mirrored: turn off the mirror in the camera's or the printer's settings.":
        "Das Bild zeigt {} gespiegelt: die Spiegelung von Kamera oder Drucker ausschalten.",
    "This shows {}, not {}: use the sheets of ./tableside targets.":
        "Das Bild zeigt {}, nicht {}: die Blätter von ./tableside targets nehmen.",
    "The picture is too dark to see {}: turn on the light, take off the lens cap.":
        "Zu dunkel für {}: Licht an, Objektivdeckel ab.",
    "The picture is too bright to see {}: dim the light or shorten the exposure.":
        "Zu hell für {}: Licht dämpfen oder kürzer belichten.",
    "No marker is seen: bring {} into the picture, flat, whole and out of the glare.":
        "Keine Marke zu sehen: {} flach, ganz und ohne Glanz ins Bild bringen.",
    "our lens board": "unser Linsenbrett", "our tray markers": "unsere Schalenmarken",
    "6×6 markers": "6×6-Marken", "7×7 markers": "7×7-Marken", "4×4 markers": "4×4-Marken",
    "5×5 markers": "5×5-Marken", "AprilTags": "AprilTags",
    "the lens board": "das Linsenbrett", "the tray's markers": "die Marken der Schale",
    "the light strip": "den Lichtstreifen", "the dice sheet": "das Würfelblatt",
    "top left": "oben links", "top right": "oben rechts", "bottom right": "unten rechts", "bottom left": "unten links",
    # the lens
    "This is another board, or it is bent: use the flat “Lens board” of ./tableside targets.":
        "Das ist ein anderes Brett, oder es ist krumm: das flache Linsenbrett von ./tableside targets nehmen.",
    "The picture is blurred: hold the board still, or focus the lens.":
        "Das Bild ist unscharf: das Brett still halten oder scharf stellen.",
    "This picture has another size than the others: take all with one camera, in one setting.":
        "Dieses Bild ist anders groß als die übrigen: alle mit einer Kamera und Einstellung aufnehmen.",
    "This view is known: move or tilt the board.": "Diese Ansicht ist bekannt: das Brett bewegen oder kippen.",
    "View {} of {}.": "Ansicht {} von {}.",
    "Tilt it more.": "Stärker kippen.",
    "Not seen yet: {}, {}.": "Noch nicht gesehen: {}, {}.",
    "top": "oben", "middle": "Mitte", "bottom": "unten",
    "far left": "ganz links", "left": "links", "right": "rechts", "far right": "ganz rechts",
    "Go on, from other sides and distances.": "Weiter, von anderen Seiten und Abständen.",
    "Only {} usable views; at least {} are needed.": "Nur {} brauchbare Ansichten; mindestens {} sind nötig.",
    "{} usable views of the lens board, at least {} are needed.":
        "{} brauchbare Ansichten des Linsenbretts, mindestens {} sind nötig.",
    "{} more show a view that is known.": "{} weitere zeigen eine bekannte Ansicht.",
    "Too little of the lens board is seen, or it is another board: show the whole sheet, without glare.":
        "Zu wenig vom Linsenbrett zu sehen, oder es ist ein anderes: das ganze Blatt zeigen, ohne Glanz.",
    "{} views cover {} of the picture;": "{} Ansichten decken {} des Bildes;",
    "those not fitted are met within {} px, the worst of them within {}.":
        "die nicht verrechneten treffen auf {} px, die schlechteste auf {}.",
    "That is too much: print the board anew, keep it flat, and begin again.":
        "Das ist zu viel: das Brett neu drucken, flach halten und von vorn beginnen.",
    "But fewer than {} of them are tilted, so how far away all lay is a guess: tilt the board, each time another way.":
        "Doch weniger als {} sind gekippt, so ist der Abstand geraten: das Brett jedes Mal anders kippen.",
    "Usable; more views near the edges would make it better.": "Brauchbar; mehr Ansichten am Rand wären besser.",
    "Good.": "Gut.",
    # the tray
    "The markers do not agree with one another: check that all were printed at 100 %, lie flat, and that the tray is "
    "{} inside.":
        "Die Marken passen nicht zusammen: zu 100 % gedruckt, flach, und die Schale innen {}?",
    "The {} marker measures {} mm where {} were printed: it is from another print, or on a screen. The other three "
    "serve; put the paper one there.":
        "Die Marke {} misst {} mm statt {}: ein anderer Druck oder ein Bildschirm. Die drei anderen genügen; die aus "
        "Papier hinlegen.",
    "The {} marker lies {} mm off its place. The other three serve; put it back and go on, or tell the tray's size "
    "(--tray) if it is not {}.":
        "Die Marke {} liegt {} mm neben ihrem Platz. Die drei anderen genügen; zurücklegen und weiter, oder die Größe "
        "der Schale sagen (--tray), wenn sie nicht {} ist.",
    "{} markers agree within {} mm; a pixel is {} mm.": "{} Marken stimmen auf {} mm; ein Bildpunkt ist {} mm.",
    "But they measure {} mm, not {}: measure the lens first, print at 100 %, or tell the tray's size if it is not {}.":
        "Doch sie messen {} mm, nicht {}: erst das Objektiv einmessen, zu 100 % drucken, oder die Größe der Schale "
        "sagen, wenn sie nicht {} ist.",
    "But they measure {} mm, not {}: print at 100 %, or tell the tray's size if it is not {}.":
        "Doch sie messen {} mm, nicht {}: zu 100 % drucken, oder die Größe der Schale sagen, wenn sie nicht {} ist.",
    "Three are enough.": "Drei genügen.",
    "The {} marker lies outside of the picture.": "Die Marke {} liegt außerhalb des Bildes.",
    "The {} marker lies in glare: turn or dim the lamp.": "Die Marke {} liegt im Glanz: Lampe drehen oder dämpfen.",
    "The {} marker is covered.": "Die Marke {} ist verdeckt.",
    "Only the {} markers are seen; three are needed. Bring all four into the picture, uncovered and sharp.":
        "Nur {} sind zu sehen; drei sind nötig. Alle vier ins Bild bringen, frei und scharf.",
    "Only the {} marker is seen; three are needed. Bring all four into the picture, uncovered and sharp.":
        "Nur {} ist zu sehen; drei sind nötig. Alle vier ins Bild bringen, frei und scharf.",
    # lamps and light
    "Only {} frames: {} are needed to see lamps flicker.": "Nur {} Bilder: {} sind nötig, um Flimmern zu sehen.",
    "The light is steady.": "Das Licht ist ruhig.",
    "The lamps flicker; exposed for {} ms, nothing shows it.":
        "Die Lampen flimmern; bei {} ms Belichtung sieht man nichts davon.",
    "The lamps flicker by {} ({} Hz mains): expose for a multiple of 1/{} s, or use another lamp.":
        "Die Lampen flimmern um {} ({} Hz Netz): ein Vielfaches von 1/{} s belichten, oder eine andere Lampe.",
    "The lamps flicker by {}: use another lamp, or daylight.":
        "Die Lampen flimmern um {}: eine andere Lampe oder Tageslicht.",
    "Bands of {} stand still in the tray, from the lamps or a striped cloth ({} Hz mains): expose for a multiple of "
    "1/{} s, or use another lamp.":
        "Streifen von {} stehen in der Schale, von Lampen oder Stoff ({} Hz Netz): ein Vielfaches von 1/{} s "
        "belichten, oder eine andere Lampe.",
    "Bands of {} stand still in the tray, from the lamps or a striped cloth: use another lamp, or daylight.":
        "Streifen von {} stehen in der Schale, von Lampen oder Stoff: eine andere Lampe oder Tageslicht.",
    "Measure the tray first: the light is judged on its floor.":
        "Erst die Schale einmessen: das Licht wird auf ihrem Boden beurteilt.",
    "The picture has no colour: let the camera give colours.": "Das Bild ist farblos: die Kamera soll Farben geben.",
    "Only one end of the light strip is seen: lay it whole into the tray, out of glare.":
        "Nur ein Ende des Lichtstreifens ist zu sehen: ganz in die Schale legen, ohne Glanz.",
    "The light strip is not seen: lay it flat into the empty tray.":
        "Der Lichtstreifen ist nicht zu sehen: flach in die leere Schale legen.",
    "The light strip reaches out of the picture: lay it into the middle of the tray.":
        "Der Lichtstreifen ragt aus dem Bild: in die Mitte der Schale legen.",
    "Even the dark greys of the strip are white: shorten the exposure or dim the light.":
        "Selbst die dunklen Grautöne sind weiß: kürzer belichten oder Licht dämpfen.",
    "The greys are neutral within ΔE {}, the colours are left as they are;":
        "Die Grautöne sind auf ΔE {} neutral, die Farben bleiben, wie sie sind;",
    "The greys are neutral within ΔE {}, the printed colours come within {};":
        "Die Grautöne sind auf ΔE {} neutral, die gedruckten Farben stimmen auf {};",
    "paper reaches {} of what the camera can tell;": "Papier erreicht {} dessen, was die Kamera unterscheidet;",
    "the tray's light varies {}-fold and is evened.": "das Licht der Schale schwankt {}-fach und ist ausgeglichen.",
    "Whites clip: expose at most {} as long, or dim the light.":
        "Weiß ist überbelichtet: höchstens {} so lang belichten, oder Licht dämpfen.",
    "It is dark: expose {} times as long, or add light.": "Es ist dunkel: {}-mal so lang belichten, oder mehr Licht.",
    "The greys do not turn grey: is the strip printed in black ink, and under one kind of lamp?":
        "Die Grautöne werden nicht grau: mit schwarzer Tinte gedruckt, und nur eine Art Lampe?",
    "{} of the tray lies in glare: move or dim the lamp.": "{} der Schale liegt im Glanz: Lampe rücken oder dämpfen.",
    "The floor is patterned: lay a sheet of plain paper into the tray under the strip.":
        "Der Boden ist gemustert: ein leeres Blatt Papier unter den Streifen legen.",
    "The camera holds {} ms from now on.": "Die Kamera hält von nun an {} ms.",
    # dice
    "No dice are seen in the tray: lay them apart, away from the walls.":
        "Keine Würfel in der Schale zu sehen: mit Abstand und fern vom Rand hinlegen.",
    "{} dice look like the floor (ΔE {}): put another cloth into the tray.":
        "{}: Würfel und Boden gleichen sich (ΔE {}): ein anderes Tuch in die Schale.",
    "{} dice have pips that hardly show (ΔE {}): more light, or other dice.":
        "{}: die Augen sind kaum zu sehen (ΔE {}): mehr Licht oder andere Würfel.",
    "{} dice stand out weakly (ΔE {}, pips {}): expect to be asked at times.":
        "{}: heben sich schwach ab (ΔE {}, Augen {}): manchmal wird gefragt.",
    "{} dice stand out well (ΔE {}, pips {}).": "{}: heben sich gut ab (ΔE {}, Augen {}).",
    "Yellow": "Gelb", "Blue": "Blau", "Red": "Rot", "White": "Weiß", "Black": "Schwarz", "Green": "Grün",
    "Orange": "Orange", "Purple": "Violett", "Brown": "Braun", "Grey": "Grau", "Pink": "Rosa",
    # the trial
    "I read: {}": "Gelesen: {}",
    "nothing": "nichts", "(not sure)": "(nicht sicher)",
    "Numbers from 1 to 6, with blanks between them.": "Zahlen von 1 bis 6, mit Leerzeichen dazwischen.",
    "No dice were thrown.": "Es wurde nicht gewürfelt.",
    "{} throws: {} dice read for sure, {} of them wrong;": "{} Würfe: {} Würfel sicher gelesen, {} davon falsch;",
    "{} asked about, {} not seen, {} seen where none lay.": "{} erfragt, {} nicht gesehen, {} gesehen, wo keiner lag.",
    "So at most {} of sure readings are wrong, 95 % certain.":
        "Also sind zu 95 % höchstens {} der sicheren Lesungen falsch.",
    # the end
    "Kept in {}.": "Liegt in {}.",
    "Not all is good yet: do again what failed; what is good is kept in {}.":
        "Noch nicht alles gut: Misslungenes wiederholen; was gut ist, liegt in {}.",
}
