"""hls.py PAGE.html REPORT.json: uses the page of C++ kernels as a person would, and compares it
with the report. The first kernel is `filter` of Inputs/filter.cpp, the second `energy`."""
import json
import sys

from browser import Browser

page, report = sys.argv[1:]
kernels = json.load(open(report, encoding="utf-8"))["kernels"]


def rows(b, selector):
    """Texts of the cells of a table's rows."""
    return b.value(f"[...document.querySelectorAll('{selector} tbody tr')].map("
                   "row => [...row.cells].map(cell => cell.innerText))")


def marks(b):
    return b.value("Object.fromEntries([...document.querySelectorAll('.source button.row')].map("
                   "row => [row.id.slice(5), row.querySelector('.mark').innerText]).filter(one => one[1]))")


def check_filter(b):
    kernel = kernels[0]
    cycles = f"{kernel['latency']['most']:,} cycles"
    assert b.text("#time").startswith(cycles), b.text("#time")
    # The line that limits is chosen: the loop `samples`, of which an iteration begins each cycle.
    assert b.value("document.querySelector('.row.chosen').id") == "line-9"
    loop = next(one for one in kernel["loops"] if one["label"] == "samples")
    assert b.text("#line-9 .share") == f"{100 * loop['total_cycles'] / kernel['latency']['most']:.1f} %"
    assert b.text("#line-9 span:nth-child(3)") == "1", b.text("#line-9")
    assert "1,024" in b.text("#details") and "pipelined" in b.text("#details"), b.text("#details")
    advice = kernel["advice"][0]
    assert advice["texts"][0] in b.text("#do") and f"--what-if {advice['what_if']}" in b.text("#do")
    # Signs stand at pragmas; a pragma of the script does not stand at that line of the source.
    assert marks(b) == {"5": "✓", "7": "✓", "10": "✓"}, marks(b)
    assert rows(b, "#pragmas-all")[-1] == [
        "filter.tcl:7", "array_partition type=complete variable=weights", "✓", "applied"]
    # The loop of the header leads there, and to no line 7 of the kernel's file.
    assert [row[0] for row in rows(b, "#loops")] == ["samples 9", "loop 11", "taps filter.h:7"]
    b.click("#loops tbody tr:nth-child(3) button")
    assert b.text("nav[aria-label=files] [aria-current=true]") == "filter.h"
    assert b.value("document.querySelector('.row.chosen').id") == "line-7"
    assert "unrolled in full" in b.text("#details"), b.text("#details")
    # The address leads to the same view.
    address = b.value("location.href")
    b.open(address)
    assert "unrolled in full" in b.text("#details"), b.text("#details")
    b.click("#file-0")
    # 16 elements in registers; an argument in 16 banks of two ports.
    arrays = {row[0]: row[1:] for row in rows(b, "#arrays")}
    assert arrays["window"] == ["int32[16]", "local", "16", "32", "registers"], arrays
    assert arrays["weights"][1:4] == ["argument", "16", "32"], arrays
    assert arrays["in"][-1] == "ap_memory", arrays
    resources = {row[0]: row[1] for row in rows(b, "#resources")}
    assert resources["DSP"] == f"{kernel['resources']['dsp']:,}", resources


def check_energy(b):
    b.click("#kernels button:nth-child(2)")
    assert b.text("main h2").startswith("energy on u200")
    # Both ends of the recurrence are in line 23; the pragma in line 22 changes nothing.
    assert marks(b) == {"22": "=", "23": "●"}, marks(b)
    assert b.text("#line-21 span:nth-child(3)") == "6", b.text("#line-21")
    assert not b.value("!!document.getElementById('markup')")
    # 256 doubles in by two ports take 128 cycles of 4 ns.
    device, attainable, time, *_ = rows(b, "#roofs")[0]
    assert (device, time) == ("u200", "512 ns"), rows(b, "#roofs")
    b.wait("document.querySelector('#roofline svg')")
    names = b.value("[...document.querySelectorAll('#roofline text')].map(one => one.textContent)")
    assert "u200, energy" in names, names


with Browser(f"file://{page}") as b:
    assert b.value("document.body.dataset.ready") == "yes", b.value("document.body.dataset.error")
    check_filter(b)
    check_energy(b)
    b.check_widths()
    colours = set()
    for is_dark in (False, True):
        b.dark(is_dark)
        b.send("Page.reload")
        b.wait("document.body && document.body.dataset.ready")
        colours.add(b.value("getComputedStyle(document.body).backgroundColor"))
    assert len(colours) == 2, colours
    assert not b.problems(), b.problems()
print("the page is as the report")
