"""Chromium without a window, driven through its own pipe: no network, no driver.

The protocol: https://chromedevtools.github.io/devtools-protocol/ (JSON, each message ends
with a zero byte; the browser reads from descriptor 3 and writes to 4).
"""
import json
import os
import subprocess
import tempfile


class Browser:
    def __init__(self, url, width=1200, height=900):
        self.folder = tempfile.TemporaryDirectory(prefix="roofline-browser-",
                                                  ignore_cleanup_errors=True)
        to_read, self.to = os.pipe()
        self.source, from_write = os.pipe()
        def descriptors():
            os.dup2(to_read, 13), os.dup2(from_write, 14)
            os.dup2(13, 3), os.dup2(14, 4)
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-component-update",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.folder.name}",
             f"--window-size={width},{height}", "--remote-debugging-pipe", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=False,
            preexec_fn=descriptors)
        os.close(to_read), os.close(from_write)
        self.buffer, self.number, self.session, self.events = b"", 0, None, []
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")
        self.resize(width, height)
        self.open(url)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.session = None
        try:
            self.send("Browser.close")
            self.process.wait(timeout=10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.to), os.close(self.source)
        self.folder.cleanup()

    def receive(self):
        while b"\0" not in self.buffer:
            some = os.read(self.source, 1 << 16)
            if not some:
                raise RuntimeError("the browser ended")
            self.buffer += some
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def send(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def open(self, url):
        self.send("Page.navigate", url=url)
        self.wait("document.body && (document.body.dataset.ready || document.body.dataset.error)")

    def resize(self, width, height):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def dark(self, is_dark):
        self.send("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}])

    def value(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression):
        """Waits until a condition holds, at most a minute."""
        if not self.value("new Promise(done => { const end = Date.now() + 60000; (function look() {"
                          f"  if ({expression}) done(true); else if (Date.now() > end) done(false);"
                          "  else setTimeout(look, 20); })(); })"):
            raise RuntimeError(f"never: {expression}")

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.innerText")

    def click(self, selector):
        """Clicks with the mouse in the middle of the element's visible part."""
        place = self.value(f"(e => {{ e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect();"
                           f" return [r.x + r.width / 2, r.y + r.height / 2]; }})(document.querySelector({json.dumps(selector)}))")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=place[0], y=place[1],
                      button="left", clickCount=1)

    def press(self, key, code):
        for kind in ("rawKeyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                      windowsVirtualKeyCode=code)

    def screenshot(self, path):
        import base64
        picture = self.send("Page.captureScreenshot", captureBeyondViewport=False)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture))

    def check_widths(self):
        """Nothing is wider than a window, narrow or wide, and no fact breaks within words."""
        for width in (500, 1200, 1600):
            self.resize(width, 900)
            self.wait(f"document.documentElement.scrollWidth <= {width}")
            self.wait("[...document.querySelectorAll('dd:not(.eq)')]"
                      ".every(e => !e.offsetWidth || e.offsetWidth >= 100)")

    def problems(self):
        """Returns the page's network requests, and the errors that it logged."""
        found = []
        for event in self.events:
            about = event.get("params", {})
            if event["method"] == "Network.requestWillBeSent":
                url = about["request"]["url"]
                if not url.startswith(("file:", "data:", "blob:", "about:")):
                    found.append(f"asks for {url}")
            elif event["method"] == "Runtime.exceptionThrown":
                found.append(str(about["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded" and about["entry"]["level"] == "error":
                found.append(about["entry"]["text"])
        return found
