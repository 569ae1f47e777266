"""A screen as a picture: blocks and lines are drawn as shapes, so no font has to have them."""

from xml.sax.saxutils import escape

from wcwidth import wcwidth

# Of one character, in the picture's units.
WIDTH, HEIGHT, SIZE, BASELINE = 9, 20, 15, 14.5
MARGIN = 14
PAPER, INK = "#1d1c1a", "#d9d5ce"
FAINT = 0.62
# The part of a character that a block fills: left, top, width, height.
BLOCKS = {
    "█": (0, 0, 1, 1), "▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 0.5), "▌": (0, 0, 0.5, 1), "▐": (0.5, 0, 0.5, 1),
    "▁": (0, 7 / 8, 1, 1 / 8), "▂": (0, 6 / 8, 1, 2 / 8), "▃": (0, 5 / 8, 1, 3 / 8), "▅": (0, 3 / 8, 1, 5 / 8),
    "▆": (0, 2 / 8, 1, 6 / 8), "▇": (0, 1 / 8, 1, 7 / 8), "▏": (0, 0, 1 / 8, 1), "▎": (0, 0, 2 / 8, 1),
    "▍": (0, 0, 3 / 8, 1), "▋": (0, 0, 5 / 8, 1), "▊": (0, 0, 6 / 8, 1), "▉": (0, 0, 7 / 8, 1),
}  # fmt: skip
# The sides to which a line goes from the middle.
LINES = {
    "─": "lr", "│": "tb", "┌": "rb", "┐": "lb", "└": "tr", "┘": "tl",
    "├": "trb", "┤": "tlb", "┬": "lrb", "┴": "tlr", "┼": "tlrb",
}  # fmt: skip


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rectangle(x, y, width, height, color):
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {place} fill="{color}"/>'


def colors(cell):
    """Ink and paper of a character; the client has true colours, or the terminal's own."""
    ink = INK if cell.fg == "default" else f"#{cell.fg}"
    paper = PAPER if cell.bg == "default" else f"#{cell.bg}"
    return (paper, ink) if cell.reverse else (ink, paper)


def runs(cells, key):
    """Neighbours that are alike: the first one's column, how many columns, and what they have."""
    begun = None
    for column, cell in enumerate(cells):
        found = key(cell)
        if begun and found is not None and begun[2] == found:
            begun[1] += 1
            continue
        if begun:
            yield begun
        begun = [column, 1, found] if found is not None else None
    if begun:
        yield begun


def grounds(row, cells):
    def ground(cell):
        paper = colors(cell)[1]
        return None if paper == PAPER else paper

    for column, count, paper in runs(cells, ground):
        yield rectangle(column * WIDTH, row * HEIGHT, count * WIDTH, HEIGHT, paper)


def blocks(row, cells):
    def block(cell):
        return (cell.data, colors(cell)[0]) if cell.data in BLOCKS else None

    for column, count, (character, ink) in runs(cells, block):
        left, top, width, height = BLOCKS[character]
        across = count if width == 1 else 1
        for place in range(0, count, across):
            x = (column + place + left) * WIDTH
            yield rectangle(x, (row + top) * HEIGHT, across * width * WIDTH, height * HEIGHT, ink)


def lines(row, cells):
    for column, cell in enumerate(cells):
        sides = LINES.get(cell.data, "")
        x, y = (column + 0.5) * WIDTH, (row + 0.5) * HEIGHT
        ends = {"l": (-WIDTH / 2, 0), "r": (WIDTH / 2, 0), "t": (0, -HEIGHT / 2), "b": (0, HEIGHT / 2)}
        path = "".join(f"M{number(x)} {number(y)}l{number(ends[side][0])} {number(ends[side][1])}" for side in sides)
        if path:
            yield f'<path d="{path}" stroke="{colors(cell)[0]}"/>'


def words(row, cells):
    """Words, each at its place: no font's own widths can shift what stands behind it."""

    def style(cell):
        is_drawn = cell.data in BLOCKS or cell.data in LINES or not cell.data.strip()
        return None if is_drawn else (colors(cell)[0], cell.bold, cell.italics)

    for column, count, (ink, bold, faint) in runs(cells, style):
        text = "".join(cell.data for cell in cells[column : column + count])
        columns = sum(max(wcwidth(character), 0) for character in text)
        attributes = [f'x="{column * WIDTH}"', f'y="{number(row * HEIGHT + BASELINE)}"', f'fill="{ink}"']
        attributes += [f'textLength="{columns * WIDTH}"'] if columns > 1 else []
        attributes += ['font-weight="bold"'] if bold else []
        attributes += [f'opacity="{FAINT}"'] if faint else []
        yield f"<text {' '.join(attributes)}>{escape(text)}</text>"


def picture(screen, title):
    """The whole picture of a screen of pyte."""
    width, height = screen.columns * WIDTH + 2 * MARGIN, screen.lines * HEIGHT + 2 * MARGIN
    rows = [[screen.buffer[row][column] for column in range(screen.columns)] for row in range(screen.lines)]
    shapes = [
        shape
        for layer in (grounds, blocks, lines, words)
        for row, cells in enumerate(rows)
        for shape in layer(row, cells)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    font = "ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace"
    return "\n".join(
        [
            head,
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>',
            f'<g transform="translate({MARGIN} {MARGIN})" font-family="{font}" font-size="{SIZE}" '
            'shape-rendering="crispEdges" fill="none">',
            *shapes,
            "</g>",
            "</svg>",
            "",
        ]
    )
