"""unbound.py PAGE.html: prints the page's text on a kernel without a launch."""
import sys

from browser import Browser

with Browser(f"file://{sys.argv[1]}#kernel=0&line=6") as b:
    print(b.text("#time"))
    print("add", b.text("#add"))
    for item in sorted(b.value("[...document.querySelectorAll('#missing li')].map(e => e.innerText)")):
        print("missing", item)
    shown = b.value("[...document.querySelectorAll('#details dt')].filter(e => e.innerText === 'transactions')"
                    ".map(e => e.nextElementSibling.innerText)")
    print("transactions of line 6", " ".join(sorted(set(shown))))
    forms = b.value("[...document.querySelectorAll('main > div.wide:last-of-type code')].map(e => e.innerText)")
    print("form", " | ".join(forms))
    assert not b.text("#limit") and "100.0 %" not in b.text("main"), "numbers of a made-up launch"
    assert not b.problems(), b.problems()

# The loop at line 5 has an interval, with a note beside it.
with Browser(f"file://{sys.argv[1]}#kernel=0&line=5") as b:
    assert "section 3.2, of one work-item" in b.text("#details")
    b.check_widths()
