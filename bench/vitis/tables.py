"""Tables of figures, as text and for docs/validation.md."""
import figures
import loops
from scatter import scatter

BEGIN, END = "<!-- bench/vitis/vitis.py --docs writes from here -->", "<!-- to here (vitis) -->"

# Rows of the table of goals: text, figure, its form, goal, least.
GOALS = [
    ("cycles: median error of all valid designs", "median", "percent", "1 %", "2 %"),
    ("cycles: median error of the worst kernel", "worst", "percent", "5 %", "15 %"),
    ("cycles: median error of distinct results", "distinct_median", "percent", "", ""),
    ("cycles: mean of the kernels' medians", "mean_median", "percent", "", ""),
    ("cycles: within 10 %", "near", "percent", "97 %", "90 %"),
    ("Spearman: median of the kernels", "rank_median", "number", "0.99", "0.95"),
    ("Spearman: worst kernel", "rank_worst", "number", "0.95", "0.80"),
    ("designs without pragmas: median error", "plain_median", "percent", "0 %", "1 %"),
    ("designs without pragmas: exact", "plain_exact", "count", "all", ""),
    ("DSP: median error", "DSP", "percent", "0 %", "3 %"),
    ("block RAM: median error", "BRAM", "percent", "0 %", "3 %"),
    ("LUT: median error", "LUT", "percent", "5 %", "12 %"),
    ("FF: median error", "FF", "percent", "5 %", "12 %"),
    ("invalid designs told in advance", "refused", "percent", "90 %", "70 %"),
    ("valid designs refused wrongly", "refused_wrongly", "percent", "1 %", "3 %"),
    ("design liked best, over the best: median", "pick_median", "number", "1.00", "1.05"),
    ("design liked best, over the best: worst", "pick_worst", "number", "1.00", "1.30"),
    ("valid designs without a prediction", "missing", "count", "0", ""),
    ("time to price a valid design [us], median", "us", "number", "1", "20"),
]


def textOf(value, form):
    if value is None:
        return ""
    if form == "percent":
        return f"{100 * value:.1f} %"
    return f"{value:.0f}" if form == "count" else f"{value:.2f}"


def printKernels(result):
    print("                             error [%]     within  Spear-   distinct results     median error [%]"
          "             refused [%]    liked")
    print("kernel            designs  median   90 %  10 % [%]   man   number error Spearman"
          "   DSP  BRAM  URAM   LUT    FF   invalid valid  / best")
    for kernel, f in result["kernels"].items():
        p = {name: 100 * value for name, value in f.items()}
        used = "".join(f"{p[name]:6.0f}" for name in figures.RESOURCES)
        print(f"{kernel:18} {f['valid']:6} {p['median']:7.1f} {p['p90']:6.0f} {p['near']:9.0f} {f['spearman']:7.2f}"
              f" {f['distinct']:7} {p['distinct_median']:6.1f} {f['distinct_spearman']:7.2f}{used}"
              f" {p['refused']:8.0f} {p['refused_wrongly']:5.1f} {f['pick']:8.2f}"
              + (f"   {f['missing']} without a prediction" if f["missing"] else ""))


def goalRows(results):
    """[(text, goal, least, figures of all, A and B)]"""
    rows = [(text, goal, least, [textOf(results[part].get(key), form) for part in ("all", "A", "B") if part in results])
            for text, key, form, goal, least in GOALS]
    if "loops" in results["all"]:
        rest = [""] * (len(rows[0][3]) - 1)
        share = results["all"]["loops"]
        rows[9:9] = [(f"loops of Stream-HLS: {text}", goal, least, [textOf(share[key], "percent"), *rest])
                     for text, key, goal, least in (("interval equal", "II", "99 %", "95 %"), ("depth equal", "depth", "", ""),
                                                    ("depth, median error", "depth_median", "", ""))]
        rows += [(f"designs of Stream-HLS: {name}, median error", "", "", [textOf(share[name], "percent"), *rest])
                 for name in loops.COLUMNS]
    return rows


def printGoals(results, parsed, kernels):
    whole = results["all"]
    print(f"\n{whole['valid']} valid and {whole['invalid']} invalid designs of {parsed} of {kernels} kernels; "
          f"worst kernel: {whole['worst_kernel']}; {whole['plain']} designs without pragmas")
    print(f"{'':45} {'goal':>7} {'least':>7} {'all':>9} {'half A':>9} {'half B':>9}")
    for text, goal, least, values in goalRows(results):
        print(f"{text:45} {goal:>7} {least:>7} " + " ".join(f"{v:>9}" for v in values))


def printWorst(found, number):
    """The results of each kernel that are furthest off, with one of their designs."""
    print("\nfurthest off: row, vendor's cycles, ours, pragmas")
    for kernel, designs in figures.byKernel([d for d in found if d.valid]).items():
        for d in sorted(figures.distinct(designs), key=figures.Design.error, reverse=True)[:number]:
            knobs = " ".join(k for k in d.knobs.split() if k.split("=")[1] not in ("1", "absent", "NA"))
            print(f"{kernel:18} {d.row:6} {d.cycles:12.0f} {d.predicted:12.0f} {100 * d.error():6.1f} %  {knobs}")


def printAblation(whole, results):
    print("\nleft out: median error [%] of all, mean of the kernels' medians, within 10 % [%], the kernel that it"
          " changes most")
    for rule, f in {"nothing": whole, **results}.items():
        changed = max(f["kernels"], key=lambda k: f["kernels"][k]["median"] - whole["kernels"][k]["median"])
        before, after = whole["kernels"][changed]["median"], f["kernels"][changed]["median"]
        print(f"{rule:28} {100 * f['median']:6.1f} {100 * f['mean_median']:6.1f} {100 * f['near']:6.1f}"
              + ("" if rule == "nothing" else f"   {changed} {100 * before:.1f} -> {100 * after:.1f}"))


def page(results):
    """The part of docs/validation.md that vitis.py writes."""
    parts = [p for p in ("all", "A", "B") if p in results]
    lines = ["| | goal | at least | " + " | ".join({"all": "all", "A": "half A", "B": "half B"}[p] for p in parts) + " |",
             "|---" * (3 + len(parts)) + "|"]
    lines += [f"| {text} | {goal} | {least} | {' | '.join(values)} |" for text, goal, least, values in goalRows(results)
              if "[us]" not in text]  # the time is of one machine
    lines += ["", "| kernel | valid designs | distinct results | median error [%] | 90 % [%] | within 10 % [%] "
              "| Spearman | DSP [%] | block RAM [%] | LUT [%] | FF [%] | invalid told [%] | valid refused [%] |",
              "|---" * 13 + "|"]
    for kernel, f in results["all"]["kernels"].items():
        p = {name: 100 * value for name, value in f.items()}
        lines.append(f"| {kernel} | {f['valid']} | {f['distinct']} | {p['median']:.1f} | {p['p90']:.0f} | {p['near']:.0f} "
                     f"| {f['spearman']:.2f} | {p['DSP']:.0f} | {p['BRAM']:.0f} | {p['LUT']:.0f} | {p['FF']:.0f} "
                     f"| {p['refused']:.0f} | {p['refused_wrongly']:.1f} |".replace("nan", "-"))
    return "\n".join(lines)


def plot(found, whole):
    """A point for each result that differs from the others of its kernel."""
    kernels = figures.byKernel([d for d in found if d.valid]).values()
    points = {(d.cycles, d.predicted) for of in kernels for d in figures.distinct(of) if d.error() < 1}
    caption = (f"{whole['valid']} designs of {len(whole['kernels'])} kernels, median error "
               f"{100 * whole['median']:.1f} %; dashed: 2x")
    return scatter(sorted(points), "Cycles of C++ kernels", caption, ("vendor's report [cycle]", "predicted [cycle]"))


def writePage(path, results, found):
    old = path.read_text()
    if BEGIN not in old or END not in old:
        raise SystemExit(f"{path}: no lines '{BEGIN}' and '{END}'")
    head, tail = old[:old.index(BEGIN) + len(BEGIN)], old[old.index(END):]
    picture = "![Cycles of C++ kernels](validation/vitis.svg)"
    path.write_text(f"{head}\n{page(results)}\n\n{picture}\n{tail}")
    (path.parent / "validation" / "vitis.svg").write_text(plot(found, results["all"]))
