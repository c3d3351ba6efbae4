"""browser.py PAGE.html DATA.json: opens PAGE in headless Chromium without a network and
compares the points that it shows, their labels and their places with DATA."""
import html
import json
import math
import re
import subprocess
import sys
import tempfile

page, data = sys.argv[1:]
with tempfile.TemporaryDirectory(prefix="roofline-browser-") as folder:
    log = folder + "/net.json"
    # No name resolves to an address: requests of the page are logged, and nothing is sent.
    dom = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,800",
         "--disable-background-networking", "--disable-component-update", "--no-first-run",
         "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={folder}",
         f"--log-net-log={log}", "--virtual-time-budget=20000", "--dump-dom", f"file://{page}"],
        capture_output=True, text=True, timeout=120, check=True).stdout
    network = json.load(open(log, encoding="utf-8"))


def page_requests(log):
    """Returns the page's network requests. Requests of the browser itself (time, updates)
    have no origin; those of a page have one, and names looked up in advance have the page's
    key."""
    types = log["constants"]["logEventTypes"]
    started, resolved = types["URL_REQUEST_START_JOB"], types["HOST_RESOLVER_MANAGER_REQUEST"]
    for event in log["events"]:
        about = event.get("params", {})
        if event["type"] == started and "initiator" in about:
            if about["initiator"] != "not an origin" and re.match("(https?|wss?):", about["url"]):
                yield about["url"]
        elif event["type"] == resolved and "host" in about:
            if "file://" in about["network_anonymization_key"]:
                yield "a name, ahead of a request"


requests = sorted(set(page_requests(network)))
if requests:
    sys.exit(f"the page asks the network: {', '.join(requests)}")
if 'data-ready="yes"' not in dom:
    sys.exit("the page did not draw: " + "".join(re.findall('data-error="([^"]*)"', dom)))
SI = {"": 1, "n": 1e-9, "µ": 1e-6, "m": 1e-3, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}


def value(text):
    number, prefix = re.fullmatch(r"([-\d.e]+)(\D?)", text.strip()).groups()
    return float(number) * SI[prefix]


shown = []
for element in re.findall(r"<path [^>]*aria-roledescription=\"point\"[^>]*>", dom):
    label = html.unescape(re.search('aria-label="([^"]*)"', element)[1])
    fields = dict(part.split(": ", 1) for part in label.split("; "))
    x, y = map(float, re.search(r"translate\(([-\d.]+),([-\d.]+)\)", element).groups())
    intensity = value(fields["operational intensity [operation/byte]"])
    performance = value(next(v for k, v in fields.items() if k.startswith("operation/s")))
    shown.append((fields["name"], fields["device"], fields["kind"], intensity, performance, x, y))

wanted = json.load(open(data, encoding="utf-8"))["points"]
if len(shown) != len(wanted):
    sys.exit(f"{len(shown)} points on the page, {len(wanted)} in the data")
for point in wanted:
    name = point["kernel"] + (" " + point["label"] if "label" in point else "")
    if not any((name, point["device"], point["kind"]) == s[:3]
               and math.isclose(s[3], point["intensity"], rel_tol=1e-4)
               and math.isclose(s[4], point["ops_per_s"], rel_tol=1e-4) for s in shown):
        sys.exit(f"not on the page: {point}")
# On log axes pixels are linear in the logarithm: two points fix the line, and all others
# lie on it.
for values, pixels in (([math.log(s[3]) for s in shown], [s[5] for s in shown]),
                       ([math.log(s[4]) for s in shown], [s[6] for s in shown])):
    low, high = values.index(min(values)), values.index(max(values))
    width = values[high] - values[low]
    slope = (pixels[high] - pixels[low]) / width if width else 0
    for v, p in zip(values, pixels):
        if abs(pixels[low] + slope * (v - values[low]) - p) > 1:
            sys.exit(f"a point is drawn {p} instead of {pixels[low] + slope * (v - values[low])}")
legend = set(html.unescape(t) for t in re.findall(r"<text[^>]*>([^<]+)</text>", dom))
for text in {p["kernel"] for p in wanted} | {p["device"] for p in wanted}:
    if text not in legend:
        sys.exit(f"'{text}' is not in the legend")
crosses = len(re.findall('<path [^>]*stroke="#cc0000"', dom))
print(f"{len(shown)} points as in the data, {crosses} crossed out")
