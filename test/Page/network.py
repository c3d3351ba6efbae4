"""network.py PAGE.html REPORT.json: the picture of a dataflow region is as the report. The kernel is
centred_rows: `add` at line 46 writes two streams that `centre` at line 47 reads."""
import json
import sys

from browser import Browser

page, report = sys.argv[1:]
region = json.load(open(report, encoding="utf-8"))["kernels"][0]["dataflow"][0]
add, centre = region["processes"]

with Browser(f"file://{page}") as b:
    assert b.value("document.body.dataset.ready") == "yes", b.value("document.body.dataset.error")
    names = "[...document.querySelectorAll('.process text:first-of-type')].map(one => one.textContent)"
    assert b.value(names) == ["add 46", "centre 47"], b.value(names)
    # The writer stands left of the reader; one arrow has both streams.
    left = b.value("[...document.querySelectorAll('.process')].map(one => one.getBoundingClientRect().left)")
    assert left[0] < left[1], left
    titles = b.value("[...document.querySelectorAll('.arrow title')].map(one => one.textContent)")
    waits = sum(one["cycles"] for process in (add, centre) for one in process["waits"])
    assert titles == [f"samples 2,048 → 65, sums 2 → 1: {waits} cycles of waiting"], titles
    rows = b.value("[...document.querySelectorAll('.region tbody tr')].map(row => [...row.cells].map(cell => cell.innerText))")
    busy = [f"{100 * one['alone'] / region['cycles']:.1f} %" for one in (add, centre)]
    assert rows == [["add 46", f"{add['alone']:,}", busy[0], "0", "0", "0"],
                    ["centre 47", f"{centre['alone']:,}", busy[1], str(waits), "0", "0"]], rows
    # The busy bar of a process is its share of the track.
    shares = b.value("[...document.querySelectorAll('.process')].map(one => one.querySelectorAll('rect')[2].getAttribute('width') / one.querySelector('.track').getAttribute('width'))")
    for share, process in zip(shares, (add, centre)):
        assert abs(share - process["alone"] / region["cycles"]) < 1e-3, shares
    b.click(".process:last-child")
    assert b.value("document.querySelector('.row.chosen').id") == "line-47"
    b.check_widths()
    assert not b.problems(), b.problems()
print("the picture is as the report")
