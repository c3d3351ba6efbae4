"""pages.py GPU.html HEADER.html: checks the pages of a device without pipelines, and of a
header."""
import sys

from browser import Browser

gpu, header = sys.argv[1:]
with Browser(f"file://{gpu}") as b:
    assert b.value("document.body.dataset.ready") == "yes", b.value("document.body.dataset.error")
    assert "gtx460" in b.text("main h2") and "no less than" in b.text("#time")
    rows = b.value("[...document.querySelectorAll('main table tbody tr')].map(row => row.innerText)")
    assert any("external bandwidth" in row for row in rows), rows
    assert not b.problems(), b.problems()
with Browser(f"file://{header}") as b:
    # A place in the header must not appear at that line of the kernel's file.
    assert not b.text("#line-8 .share").strip(), "line 8 of header.cl has what line 8 of rows.inc does"
    link = b.text("#limit button")
    assert link == "line rows.inc:7", link
    b.click("#limit button")
    assert b.value("document.activeElement.id") == "line-7"
    assert "Loop at rows.inc:7:" in b.text("#details")
    assert b.text("#file-1") == "rows.inc" and b.value("document.querySelector('#file-1').ariaCurrent") == "true"
    # Two loops stand in that line: the page still unrolls the one that limits.
    b.value("document.getElementById('knob-unroll').focus()")
    b.press("ArrowRight", 39)
    b.wait("document.activeElement.id === 'knob-unroll'")
    assert "Cannot be built" not in b.text("#design"), b.text("#design")
    assert "ul@" in b.text("#design code"), b.text("#design")
    assert not b.problems(), b.problems()
print("both pages are right")
