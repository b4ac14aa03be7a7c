"""Cuts the fonts that figures carry; run only when the list of characters changes.

    pip install fonttools brotli
    python assets/fonts/make_fonts.py --inter FOLDER_WITH_INTER_OTF

Inter comes from Debian's fonts-inter, the other two from node_modules/@fontsource. For each face it writes
NAME.woff2 (small, embedded into every SVG), NAME.ttf or .otf (wide, for turning an SVG into a PNG) and the advance
widths that the layout measures text with. Faces get names of their own, so that a figure never picks up another
version of the same font from the reader's machine, and no layout features, so that the widths are exact.
"""

import argparse
import io
import json
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FONTSOURCE = ROOT / "node_modules" / "@fontsource"
SYMBOLS = "–—‘’‚“”„†•…‰‹›€™−×÷±√∞≈≠≤≥←↑→↓↔▲▼△▽●○■□·µΔ"
GREEK = "".join(map(chr, range(0x391, 0x3CA)))
SMALL = [*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, SYMBOLS + GREEK)]
WIDE = [*SMALL, *range(0x180, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2070), *range(0x2070, 0x2260)]


def cut(source: Path, characters: list[int], family: str, weight: str) -> TTFont:
    """Returns the face with only these characters, no layout features, under our own name."""
    font = TTFont(source)
    options = subset.Options(layout_features=[], hinting=False, name_IDs=[0, 1, 2, 3, 4, 6, 13, 14], notdef_outline=True)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)
    names = font["name"]
    for record in list(names.names):
        if record.nameID in (1, 16):
            names.setName(family, record.nameID, record.platformID, record.platEncID, record.langID)
        if record.nameID in (2, 17):
            names.setName(weight, record.nameID, record.platformID, record.platEncID, record.langID)
        if record.nameID in (3, 4, 6):
            names.setName(f"{family} {weight}".replace(" ", "-"), record.nameID, record.platformID, record.platEncID, record.langID)
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    return font


def save(font: TTFont, name: str, flavor: str | None) -> None:
    """Writes one face; the ending tells the outlines (.ttf or .otf) or the web format."""
    font.flavor = flavor
    ending = "woff2" if flavor else ("otf" if "CFF " in font else "ttf")
    buffer = io.BytesIO()
    font.save(buffer)
    (HERE / f"{name}.{ending}").write_bytes(buffer.getvalue())


def advances(font: TTFont) -> dict[str, object]:
    """Advance widths in thousandths of the font size, as runs of consecutive characters."""
    scale = 1000 / font["head"].unitsPerEm
    widths = {code: round(font["hmtx"][glyph][0] * scale) for code, glyph in sorted(font.getBestCmap().items())}
    runs: list[tuple[int, list[int]]] = []
    for code, width in widths.items():
        if runs and code == runs[-1][0] + len(runs[-1][1]):
            runs[-1][1].append(width)
        else:
            runs.append((code, [width]))
    return {"notdef": round(font["hmtx"][".notdef"][0] * scale), "runs": runs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inter", type=Path, required=True)
    inter = parser.parse_args().inter
    faces = {
        "sans-regular": (inter / "Inter-Regular.otf", "Flipbook Sans", "Regular"),
        "sans-semibold": (inter / "Inter-SemiBold.otf", "Flipbook Sans", "SemiBold"),
        "serif-semibold": (FONTSOURCE / "source-serif-4/files/source-serif-4-latin-600-normal.woff", "Flipbook Serif", "SemiBold"),
        "mono-regular": (FONTSOURCE / "ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff", "Flipbook Mono", "Regular"),
    }
    measured: dict[str, object] = {}
    for name, (source, family, weight) in faces.items():
        save(cut(source, SMALL, family, weight), name, "woff2")
        wide = cut(source, WIDE, family, weight)
        save(wide, name, None)
        measured[name] = advances(wide)
    lines = [f"  {json.dumps(name)}: {json.dumps(face, separators=(',', ':'))}," for name, face in measured.items()]
    head = "// Written by assets/fonts/make_fonts.py: advance widths of the figure fonts in thousandths of the font size.\n"
    types = "type Face = { readonly notdef: number; readonly runs: readonly (readonly [first: number, widths: readonly number[]])[] };\n\n"
    types += "/** The faces of the figures. */\nexport type FaceName = " + " | ".join(f'"{name}"' for name in measured) + ";\n\n"
    body = "/** Widths by face; a character that no run holds is as wide as `notdef`. */\n"
    body += "export const advances: Readonly<Record<FaceName, Face>> = {\n" + "\n".join(lines) + "\n};\n"
    (ROOT / "renderer/figures/text/advances.ts").write_text(head + types + body, encoding="utf-8")


if __name__ == "__main__":
    main()
