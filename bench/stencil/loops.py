"""Row 17: a kernel's loop over steps, compared with one step that the host repeats."""
import dataclasses

import cases
from driver import variant

# (what, H, T, vector, lanes)
DESIGNS = [("chain", 4, 2, 1, 1), ("vector", 4, 2, 2, 1), ("rest", 7, 3, 1, 1),
           ("all", 5, 5, 1, 1), ("lanes", 4, 2, 1, 2)]
FORMS = ("swap", "copy")


@dataclasses.dataclass(frozen=True)
class Loop:
    """A kernel of loops.cl: FORM is step, which the host repeats, swap or copy."""
    kernel: str
    form: str
    sizes: tuple
    swap: tuple = ("a=b",)

    def options(self, steps, sizes=None):
        text = [str(cases.HERE / "loops.cl"), "--kernel", f"{self.kernel}_{self.form}",
                "--borders", "same"]
        for name, size in zip("whd", sizes or self.sizes):
            text += ["--arg", f"{name}={size}"]
        if self.form != "step":
            return text + ["--arg", f"steps={steps}"]
        for pair in self.swap:
            text += ["--swap", pair]
        return text + ["--iterate", str(steps)]

    def of(self, form):
        return dataclasses.replace(self, form=form)


STEPS = [Loop("star", "step", (12, 10)), Loop("line", "step", (60,)),
         Loop("cube", "step", (6, 6, 4)),
         Loop("wave", "step", (12, 10), ("p=q", "q=r"))]


def designs(bench, loop, steps):
    """The designs of explore; a pass of one step has a different text."""
    found, ended = bench.driver.explore(loop.options(steps), "--device", "adm-pcie-7v3")
    if found is None:
        return ended.err.strip() or f"exit code {ended.rc}"
    return [{**d, "variant": d["variant"] if d["steps_a_pass"] > 1 else ""}
            for d in found["by_steps"]]


def row_17(bench):
    loops = STEPS[:1] if bench.short else STEPS
    tried = DESIGNS[1:3] if bench.short else DESIGNS
    asked = [((loop.kernel, form, what), loop.of(form), steps,
              variant(fused, vector, lanes), 2, False, None)
             for loop in loops for what, steps, fused, vector, lanes in tried
             for form in ("step", *FORMS)]
    results = dict(bench.prove_all(asked))
    proven = refused = 0
    bad = []
    for (kernel, form, what), result in results.items():
        if form == "step":
            continue
        host = results[kernel, "step", what]
        is_same = result.is_fine() and \
            (result.kind, result.cycles) == (host.kind, host.cycles)
        print(f"  {kernel + ' ' + form + ' ' + what:42} {result.kind} {result.text}"
              f"{result.cycles} cycles, --iterate {host.kind} {host.text}{host.cycles}",
              flush=True)
        proven += is_same and result.kind == "proven"
        refused += is_same and result.kind == "refused"
        if not is_same:
            bad.append(f"{kernel} {form} {what}")
            bench.wrong += result.is_wrong() or host.kind != result.kind
    searches = 0
    for loop in loops:
        host = designs(bench, loop, 100)
        for form in FORMS:
            found = designs(bench, loop.of(form), 100)
            searches += 1
            if found != host or not isinstance(host, list):
                bad.append(f"explore {loop.kernel} {form}")
                bench.wrong += 1
    text = f"{proven} cores right, exact and with the cycles of --iterate, {refused} " \
        f"refused like it; {searches} searches find the same designs"
    bench.say("17", not bad, text if not bad else f"{text}; not {'; '.join(bad)}")
