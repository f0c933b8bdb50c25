"""Builds the fonts of this folder from Debian's packages fonts-noto-core and fonts-droid-fallback (needs fonttools).

usage: build.py DIR-WITH-NOTO-TTF DROID-SANS-FALLBACK-TTF

paper.ttf  Noto Sans (Latin with Vietnamese) and Noto Sans Thai in one file. A PDF writer without text shaping cannot move
           Thai marks, so every upper mark has three more glyphs in the private use area: raised above a vowel, moved left
           of a tall consonant, and both. shape.go picks them.
han.ttf    Droid Sans Fallback: the characters of GB 2312.
"""
import copy
import io
import sys

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

MARKS = [0x0E31, 0x0E34, 0x0E35, 0x0E36, 0x0E37, 0x0E47, 0x0E48, 0x0E49, 0x0E4A, 0x0E4B, 0x0E4C, 0x0E4D]
PRIVATE, RAISE, LEFT = 0xE000, 190, -170
LATIN = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x01A0, 0x01A1, 0x01AF, 0x01B0, *range(0x1EA0, 0x1EFA),
         *range(0x2010, 0x2027), 0x2022, 0x2026, 0x20AB, 0x20B5, 0x00A5, 0x0300, 0x0301, 0x0303, 0x0309, 0x0323]


def subset(font, unicodes):
    options = Options()
    options.layout_features, options.hinting, options.notdef_outline = [], False, True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    chosen = Subsetter(options)
    chosen.populate(unicodes=unicodes)
    chosen.subset(font)
    for table in ("GSUB", "GPOS", "GDEF"):
        if table in font:
            del font[table]
    return font


def variants(font):
    cmap, glyphs, metrics = font.getBestCmap(), font["glyf"], font["hmtx"]
    order = font.getGlyphOrder()
    for i, mark in enumerate(MARKS):
        base = cmap[mark]
        for j, (dx, dy) in enumerate([(0, RAISE), (LEFT, 0), (LEFT, RAISE)]):
            name = f"{base}.v{j}"
            glyph = copy.deepcopy(glyphs[base])
            glyph.coordinates.translate((dx, dy))
            glyphs[name] = glyph
            glyph.recalcBounds(glyphs)
            metrics[name] = (0, glyph.xMin)
            for table in font["cmap"].tables:
                if table.isUnicode():
                    table.cmap[PRIVATE + 4 * i + j] = name
    font.setGlyphOrder(glyphs.glyphOrder)
    return font


def buffer(font):
    out = io.BytesIO()
    font.save(out)
    out.seek(0)
    return out


def main(noto, droid):
    import tempfile, os
    latin = subset(TTFont(f"{noto}/NotoSans-Regular.ttf"), LATIN)
    thai = variants(subset(TTFont(f"{noto}/NotoSansThai-Regular.ttf"), range(0x0E01, 0x0E5C)))
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, font in (("latin", latin), ("thai", thai)):
            paths.append(os.path.join(folder, name + ".ttf"))
            font.save(paths[-1])
        Merger().merge(paths).save("paper.ttf")
    gb2312 = set()
    for high in range(0xA1, 0xF8):
        for low in range(0xA1, 0xFF):
            try:
                gb2312.add(ord(bytes([high, low]).decode("gb2312")))
            except UnicodeDecodeError:
                pass
    subset(TTFont(droid), gb2312).save("han.ttf")


main(*sys.argv[1:])
