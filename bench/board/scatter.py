"""A scatter plot of predicted over measured times as an SVG, without other packages."""
import math

COLOUR = "#0072b2"  # blue of Okabe and Ito's palette, distinct for colour-blind people, too
SIZE, LEFT, TOP, RIGHT, BOTTOM = 440, 62, 46, 26, 48  # [px]


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def decades(values):
    """[low, high]: the powers of ten around all values."""
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)) + 1e-9)


def milliseconds(exponent):
    return f"{10 ** exponent:g}"


def scatter(points, title, caption, axes=("measured [ms]", "predicted [ms]")):
    """The text of an SVG of [(measured, predicted)], on one logarithmic scale."""
    low, high = decades([v for point in points for v in point])
    high = max(high, low + 1)
    scale = (SIZE - LEFT - RIGHT) / (high - low)
    width, height = SIZE, TOP + BOTTOM + SIZE - LEFT - RIGHT
    x = lambda v: LEFT + (math.log10(v) - low) * scale
    y = lambda v: height - BOTTOM - (math.log10(v) - low) * scale
    first, last = 10.0 ** low, 10.0 ** high
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
           f'height="{height}" font-family="sans-serif" font-size="12" fill="#333333">',
           f"<title>{escape(title)}: {escape(caption)}</title>",
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
           f'<text x="{LEFT}" y="18" font-size="14" font-weight="bold">{escape(title)}</text>',
           f'<text x="{LEFT}" y="36" font-size="11">{escape(caption)}</text>']
    rule = lambda x1, y1, x2, y2, style: out.append(
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>')
    for exponent in range(low, high + 1):
        at = 10.0 ** exponent
        rule(x(at), y(first), x(at), y(last), 'stroke="#eeeeee"')
        rule(x(first), y(at), x(last), y(at), 'stroke="#eeeeee"')
        out.append(f'<text x="{x(at):.1f}" y="{y(first) + 16:.1f}" text-anchor="middle">{milliseconds(exponent)}</text>')
        out.append(f'<text x="{x(first) - 6:.1f}" y="{y(at) + 4:.1f}" text-anchor="end">{milliseconds(exponent)}</text>')
    rule(x(first), y(first), x(last), y(last), 'stroke="#bbbbbb"')
    for a, b in ((first, 2 * first), (2 * first, first)):  # twice, half
        end = last / 2
        rule(x(a), y(b), x(a / first * end), y(b / first * end), 'stroke="#bbbbbb" stroke-dasharray="4 3"')
    out.append(f'<g fill="{COLOUR}" fill-opacity="0.45">')
    out += [f'<circle cx="{x(m):.1f}" cy="{y(p):.1f}" r="1.8"/>' for m, p in points] + ["</g>"]
    middle = (y(first) + y(last)) / 2
    out += [f'<text x="{(x(first) + x(last)) / 2:.1f}" y="{height - 10}" text-anchor="middle">{axes[0]}</text>',
            f'<text x="16" y="{middle:.1f}" text-anchor="middle" transform="rotate(-90 16 {middle:.1f})">{axes[1]}</text>',
            "</svg>", ""]
    return "\n".join(out)
