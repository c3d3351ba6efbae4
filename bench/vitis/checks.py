"""Checks vitis.py with own kernels whose cycles are computed by hand, for CI without the data."""
import math
import pathlib
import sys

import figures
import loops
import tables
import tool

KERNELS = pathlib.Path(__file__).resolve().parent / "kernels"

# Matrix product of SIZE^3 doubles at 250 MHz, by the rules of docs/model-vitis.md.
SIZE = 16
LOAD, MULTIPLY, ADD, STORE = 2, 5, 6, 1
COPIES = 2 * (SIZE * SIZE + 4)  # two copies in run together, then one copy out
BETWEEN = 3  # states around the nest


def productCycles(factor):
    """All three loops are one pipeline. Its interval is that of the sum; each doubling of
    the factor adds a level to the tree of additions."""
    depth = LOAD + MULTIPLY + ADD * (factor.bit_length() - 1) + ADD + STORE
    steps = SIZE ** 3 // factor
    return COPIES + BETWEEN + (steps - 1) * ADD + depth + 2


class MadeUp:
    """Writes a designs.py of our own kernels. Their results are the cycles by hand."""

    @staticmethod
    def rows(kernel):
        def row(number, configuration, cycles):
            return {"kernel": kernel, "row": number, "configuration": configuration, "cycles": str(cycles), "valid": "1",
                    "note": "", **{name: "1" for name in figures.RESOURCES}}
        if kernel == "product":
            return [row(i, f"PARA:terms={u}", productCycles(u)) for i, u in enumerate((1, 2))]
        return [row(i, f"PARA:first={u} PIPE:second={p}", 100)
                for i, (u, p) in enumerate(((1, "absent"), (1, "on"), (4, "on"), (40, "absent")))]

    @staticmethod
    def sources(repo, kernel):
        return {f"{kernel}.cpp": (pathlib.Path(repo) / f"{kernel}.cpp").read_text()}

    @staticmethod
    def design(repo, row):
        given = tool.knobs(row["configuration"])
        lines = []
        for line in MadeUp.sources(repo, row["kernel"])[f"{row['kernel']}.cpp"].split("\n"):
            hole = tool.HOLE.search(line)
            value = given[f"{hole[1]}:{hole[2]}"] if hole else ""
            if hole and hole[1] == "PIPE" and value != "on":
                continue
            lines.append(line.replace(hole[0], "" if hole[1] == "PIPE" else value) if hole else line)
        return {f"{row['kernel']}.cpp": "\n".join(lines)}, row["kernel"]


def check(holds, what):
    if not holds:
        sys.exit(f"self-check: {what}")


def madeUp(row, cycles, predicted, valid="1", **said):
    of = {"kernel": "k", "row": row, "configuration": f"PARA:L={row}", "cycles": cycles, "valid": valid,
          **{name: "10" for name in figures.RESOURCES}}
    says = {"missing": [], "most": predicted, "doubt": "", "us": 1.0, **{key: 10 for key in figures.RESOURCES.values()}}
    return figures.Design(of, {**says, **said})


def checkFigures():
    designs = [madeUp(0, "100", 100), madeUp(1, "100", 109), madeUp(2, "100", 150), madeUp(3, "200", 218),
               madeUp(4, "", 50, valid="0", doubt="too much"), madeUp(5, "", 400, valid="0")]
    of = figures.ofKernel(designs)
    check((of["valid"], of["distinct"]) == (4, 2), "four valid designs with two results")
    check(math.isclose(of["median"], 0.09) and of["near"] == 0.75, "errors 0, 0.09, 0.5, 0.09")
    check((of["refused"], of["refused_wrongly"]) == (0.5, 0), "one invalid design of two is told")
    check(of["pick"] == 1, "the design of 100 predicted cycles is a best one")
    check(figures.rank([madeUp(i, str(i + 1), 7) for i in range(3)]) == 0, "equal predictions rank nothing")
    check(madeUp(0, "100", 1, missing=["a trip count"]).error() == 1, "no prediction is an error of 100 %")
    check(madeUp(0, "100", 1, dsp=6000).isRefused() and not madeUp(0, "100", 1, dsp=5000).isRefused(),
          "6,000 of 6,840 DSP are over 75 %, 5,000 are not")
    check(math.isinf(figures.pick([madeUp(0, "", 1, valid="0"), madeUp(1, "9", 2)])), "an invalid design is liked")
    check(figures.pick([madeUp(0, "", 1000, valid="0", dsp=500), madeUp(1, "9", 1010), madeUp(2, "6", 1011, dsp=1)]) == 1.5,
          "within 1 % the smaller design is liked")
    check(figures.half(madeUp(1, "9", 1)) == figures.half(madeUp(2, "9", 5)), "one result is in one half")
    check(loops.innermost("loop1_loop2") == ("label", "loop2"), "the innermost label")
    check(loops.innermost("VITIS_LOOP_31_1_VITIS_LOOP_35_3") == ("line", 35), "the innermost line")
    check("| k | 4 | 2 |" in tables.page({"all": figures.overall(designs)}), "the page has a row for each kernel")


def checkKernel(kernel, options, scratch):
    """The designs of \\p kernel, whose scores the tool itself confirms."""
    rows = MadeUp.rows(kernel)
    template = tool.makeTemplate(MadeUp, options, rows[0], scratch / kernel)
    said = tool.score(options, template, rows)
    for row in rows:
        compiled, _ = tool.compileDesign(MadeUp, options, row, scratch / f"{kernel}{row['row']}")
        scored = said[row["row"]]
        check(all(scored[key] == value for key, value in compiled.items()),
              f"{kernel} {row['configuration']}: vitis-score says {scored}, the tool {compiled}")
    return [figures.Design(row, said[row["row"]]) for row in rows]


def run(options, scratch):
    checkFigures()
    options.hlsfactory = KERNELS
    found = {kernel: checkKernel(kernel, options, scratch) for kernel in ("product", "shift")}
    for design in found["product"]:
        check(design.predicted == design.cycles,
              f"product {design.knobs}: {design.predicted:g} cycles, by hand {design.cycles:g}")
    plain, piped, copied, _ = (d.predicted for d in found["shift"])
    check(plain == piped > copied, f"shift: {plain:g} cycles, {piped:g} by a pragma that does nothing, {copied:g} by copies")
    tables.printKernels(figures.overall(found["product"]))
    print("self-check: passed")
    return 0
