"""report.py PAGE.html REPORT.json DESIGN.json SLOW.json GROUP.json: uses the page as a
person would, and compares its contents.

REPORT: `roofline analyze --json` of the page's kernels. DESIGN: of the first kernel with
SIMD 2, at the clock of its fit. SLOW: of that design at 200 MHz. GROUP: also with groups of
64 x 1. """
import json
import re
import sys

from browser import Browser

page, report, *designs = sys.argv[1:]
kernels = json.load(open(report, encoding="utf-8"))["kernels"]
wanted, slow, group = (json.load(open(one, encoding="utf-8"))["kernels"][0] for one in designs)
SI = {"": 1, "n": 1e-9, "µ": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9}


def seconds(text):
    number, prefix = re.search(r"([\d.]+) ([nµmkMG]?)s\b", text).groups()
    return float(number) * SI[prefix]


def close(shown, number, what):
    assert abs(shown / number - 1) < 6e-3, f"{what}: {shown} is shown, not {number}"


def loops(node):
    if "loop" in node:
        yield node
    for child in node["children"]:
        yield from loops(child)


def blocks(node):
    if "block" in node:
        yield node["block"]
    for child in node["children"]:
        yield from blocks(child)


def accesses(node):
    yield from node.get("block", {}).get("accesses", [])
    for child in node["children"]:
        yield from accesses(child)


def slide(b, knob, is_there):
    """Moves a slider by the keyboard until it has the wanted text."""
    b.value(f"document.getElementById('knob-{knob}').focus()")
    for _ in range(8):
        if is_there(b.text(f".knob:has(#knob-{knob}) output")):
            return
        b.press("ArrowRight", 39)
        b.wait("document.body.dataset.ready")
    raise AssertionError(f"no such choice of {knob}")


with Browser(f"file://{page}") as b:
    first = kernels[0]
    assert b.value("document.body.dataset.ready") == "yes", b.value("document.body.dataset.error")
    # The first screen: the time with its range, the best changes, and the best combination.
    close(seconds(b.text("#time")), first["time_s"], "the time")
    board = first["board"]
    close(seconds(b.text("#time").split("likely ")[1]), board["fastest_s"], "the least time")
    close(seconds(b.text("#time").split(" to ")[1]), board["slowest_s"], "the most time")
    for advice in first["advice"][:2] + [first["combination"]]:
        assert f"--what-if {advice['board']['what_if']}" in b.text("#do"), b.text("#do")
    # The loop that limits is chosen, and its work is drawn: what it multiplies, not what it counts.
    loop = next(loops(first["hierarchy"]))
    pipeline = board["pipelines"][board["limiting"]]
    line = pipeline["loop"]["line"]
    assert b.value("document.querySelector('.row.chosen').id") == f"line-{line}"
    assert "fmul" in b.text("#schedule") and "fadd" in b.text("#schedule"), b.text("#schedule")
    # Shares and words of the source are those of the pipelines; no other model is beside them.
    assert b.text(f"#line-{line} .share") == f"{100 * pipeline['cycles'] / first['cycles']:.1f} %"
    assert "transactions" not in b.text("main") and "Eq. (" not in b.text("main"), b.text("main")
    of_b = next(a for a in accesses(first["hierarchy"]) if a["object"] == "b")
    b.click(f"#line-{of_b['location']['line']}")
    shown = b.text("#details")
    assert of_b["pattern"] in shown, shown
    for unit in board["units"]:
        if unit["object"] == "b":
            assert f"{unit['words']:,}" in shown, shown
    # The loop's interval, and the end of the dependence in the source.
    b.click(f"#line-{line}")
    assert f"{pipeline['interval']} cycles" in b.text("#details")
    end = loop["loop"]["forced_by"]["consumer"]["line"]
    assert b.text(f"#line-{end} .mark").strip(), "the dependence is not drawn"
    # A pipeline leads to its line.
    b.click(f"#line-{of_b['location']['line']}")
    b.click("#pipelines button")
    assert b.value("document.querySelector('.row.chosen').id") == f"line-{line}"
    assert b.value("document.querySelectorAll('.row.chosen').length") == 1
    # Operations over cycles, and the source of a latency.
    b.click("#kernels button:nth-child(1)")
    depth = int(b.text("#schedule .head b:last-child"))
    assert depth in [block["depth"] for block in blocks(first["hierarchy"])], depth
    assert b.value("document.querySelectorAll('#schedule .critical').length") > 0
    b.value("document.querySelector('details').open = true")
    assert "DE5-Net" in b.text("details") or "HPCA16" in b.text("details"), b.text("details")
    # A slider, by the keyboard.
    b.value("document.getElementById('knob-simd').focus()")
    b.press("ArrowRight", 39)
    b.wait("document.querySelector('#knob-simd').value === '1' && document.body.dataset.ready")
    close(seconds(b.text("#design .big")), wanted["time_s"], "the design's time")
    assert b.value("document.activeElement.id") == "knob-simd", "the focus is lost"
    # The clock and the work-group.
    slide(b, "clock", lambda text: text == "200 MHz")
    close(seconds(b.text("#design .big")), slow["time_s"], "the time at 200 MHz")
    slide(b, "group", lambda text: text == "64")
    close(seconds(b.text("#design .big")), group["time_s"], "the time with other groups")
    # The address leads to the same view.
    address = b.value("location.href")
    before = b.text("#design")
    b.open(address)
    b.wait("document.querySelector('#design')")
    assert b.text("#design") == before
    b.wait("document.querySelector('#roofline svg') && document.querySelector('#space svg')")
    names = b.value("[...document.querySelectorAll('#roofline text')].map(t => t.textContent)")
    assert "de5net" in names, names
    # The gain from what is predicted up to the roof over it.
    roof = first["roofs"][0]
    gain = roof["requested"]["memory_slope_bytes_per_s"] * roof["requested"]["intensity"] / roof["predicted_ops_per_s"]
    assert f"{gain:.1f}x" in names, (gain, names)
    # Another kernel; text of the source is no markup.
    b.click("#kernels button:nth-child(2)")
    b.wait("document.querySelector('main h2').innerText.startsWith('scale')")
    close(seconds(b.text("#time")), kernels[1]["time_s"], "the second kernel's time")
    assert not b.value("!!document.getElementById('markup')")
    # Narrow and wide, light and dark.
    b.check_widths()
    colours = set()
    for is_dark in (False, True):
        b.dark(is_dark)
        b.send("Page.reload")
        b.wait("document.body && document.body.dataset.ready")
        for chart in ("space", "roofline"):
            colours.add((chart, b.value("getComputedStyle(document.body).backgroundColor"),
                         b.value(f"document.querySelector('#{chart} .role-axis-label text').getAttribute('fill')")))
    assert len(colours) == 4 and len({ink for _, _, ink in colours}) == 2, colours
    # The button changes the charts, too.
    b.click("#theme")
    b.wait("document.querySelector('#roofline .role-axis-label text')?.getAttribute('fill') === '#1b1f27'")
    assert not b.problems(), b.problems()
print("the page is as the report")
