#!/usr/bin/env python3
"""Compares the indices of kernel summaries with the addresses that kernels access.

Oclgrind runs every kernel of opencl-samples/ and of forms.cl at a small size, and our
plugin records each access to global memory. The summary gives the same accesses: the index
of each access for every work-item and every iteration of the loops around it. README.md
describes the comparison. Exit code 1 when they differ.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "opencl-samples"
HERE = pathlib.Path(__file__).resolve().parent
BUFFER = 65536  # [byte] of every buffer: more than any index below reaches
IRREGULAR = {"rows", "lookup", "bits"}  # the only kernels that data or bits may move

# file, kernel: global size, local size, scalar arguments.
CASES = {
    "vecadd/vecadd.cl": {"vecadd": ([16], [4], {})},
    "algorithm1/algorithm1.cl": {"algorithm1": ([8], [4], {})},
    "mm/mm.cl": {"mm": ([8, 8], [4, 2], {"N": 8})},
    "mm/mm_sm.cl": {"mm_sm": ([64, 64], None, {"N": 128})},
    "mm/mm_sm_ul.cl": {"mm_sm_ul": ([64, 64], None, {"N": 64})},
    "mm/mm_sm_ul_simd.cl": {"mm_sm_ul_simd": ([64, 64], None, {"N": 64})},
    "kmeans/kmeans.cl": {
        "kmeans": ([8], [4], {"npoints": 8, "nclusters": 3, "nfeatures": 5})},
    "kmeans/kmeans_mc.cl": {
        "kmeans_mc": ([8], [4], {"nclusters": 3, "nfeatures": 5})},
    "similarity/similarity.cl": {
        "similarity": ([6, 6], [3, 2], {"nfiles": 6, "nfeatures": 8})},
    "similarity/similarity_vt_ul.cl": {
        "similarity_vt_ul": ([4, 4], [2, 2], {"nfiles": 4, "nfeatures": 32})},
    "sobel/sobel.cl": {"sobel": ([8, 8], [4, 4], {"width": 8})},
    "sobel/sobel_single.cl": {"sobel_single": ([1], None, {"width": 8, "height": 6})},
    "histogram/histogram.cl": {"histogram": ([512], None, {"per_item": 4})},
    "histogram/histogram_single.cl": {"histogram_single": ([1], None, {"n": 64})},
    str(HERE / "forms.cl"): {
        "cast_forms": ([8, 4], [4, 2], {"w": 8, "uw": 8}),
        "groups": ([8, 6], [4, 3], {}),
        "transpose": ([8, 8], [4, 4], {"n": 8}),
        "triangle": ([6], [3], {"n": 7}),
        "downward": ([6], [3], {"n": 7}),
        "pointers": ([8, 4], [4, 2], {"w": 16}),
        "grid_stride": ([6], [3], {"n": 20}),
        "structures": ([8], [4], {}),
        "stencil": ([8, 8], [4, 4], {"w": 8, "h": 8}),
        "volume": ([4, 4, 4], [2, 2, 2], {"w": 4, "h": 4}),
        "clamped": ([16], [4], {"w": 16}),
        "rows": ([8], [4], {}),
        "lookup": ([8, 4], [4, 2], {"w": 8}),
        "bits": ([16], [4], {}),
        "rows_of_any_width": ([20], [4], {"w": 6, "p": 8}),
        "volume_of_flat_ids": ([48], [6], {"nx": 3, "ny": 5}),
        "parts_of_rows": ([24], [4], {"w": 12, "r": 4}),
        "turns": ([8], [4], {"w": 5, "n": 7}),
        "calls": ([8], [4], {}),
        "switches": ([8], [4], {"n": 3}),
        "several_exits": ([6], [3], {"n": 4}),
        "single": ([1], None, {"n": 9}),
    },
    str(HERE / "vectors.cl"): {"vectors": ([8], [4], {})},
}


# Oclgrind's names of element types.
TYPES = {("int", 8): "uchar", ("int", 16): "ushort", ("int", 32): "uint",
         ("int", 64): "ulong", ("float", 32): "float", ("float", 64): "double"}


class Unknown(Exception):
    """A symbol without a value."""


def evaluate(form, env):
    if isinstance(form, int):
        return form
    if isinstance(form, str):
        if form not in env:
            raise Unknown(form)
        return env[form]
    operator, *operands = form
    values = [evaluate(o, env) for o in operands]
    if operator == "+":
        return sum(values)
    if operator == "*":
        product = 1
        for v in values:
            product *= v
        return product
    if operator in ("min", "max"):
        return (min if operator == "min" else max)(values)
    if operator == "log2":
        return values[0].bit_length() - 1 if values[0] > 0 else -1
    if operator == "exp2":
        return 1 << values[0]
    left, right = values
    quotient = abs(left) // abs(right)
    quotient = quotient if (left < 0) == (right < 0) else -quotient
    return quotient if operator == "/" else left - quotient * right


def sizes(kernel, case):
    """Global and local size, each of three dimensions."""
    required = kernel["attributes"].get("reqd_work_group_size")
    whole, group = (list(s or []) + [1, 1, 1] for s in (case[0], required or case[1]))
    return whole[:3], group[:3]


def run_oclgrind(path, kernel, case, plugin, folder):
    """The trace: {(line, column, kind, object): {work-item: [(offset, bytes)]}}."""
    whole, group = sizes(kernel, case)
    lines = [str(path), kernel["name"], " ".join(map(str, whole)),
             " ".join(map(str, group))]
    for i, arg in enumerate(kernel["arguments"]):
        if arg["kind"] == "scalar":
            lines += [f"<size={arg['element']['bits'] // 8}>", str(case[2][arg["name"]])]
        else:  # a different number in each, so that data moves addresses
            kind = TYPES[arg["element"]["scalar"], arg["element"]["bits"]]
            lines.append(f"<size={BUFFER} {kind} fill={i + 1}>")
    sim, trace = folder / "run.sim", folder / "trace.tsv"
    sim.write_text("\n".join(lines) + "\n", encoding="utf-8")
    standard = "-cl-std=CL1.2" if path.name == "vectors.cl" else "-cl-std=CL2.0"
    done = subprocess.run(
        ["oclgrind-kernel", "--build-options", f"{standard} -cl-opt-disable",
         "--plugins", str(plugin), str(sim)],
        capture_output=True, text=True, env=os.environ | {"ROOFLINE_TRACE": str(trace)})
    if done.returncode or "Invalid" in done.stderr or "FATAL" in done.stderr or not trace.exists():
        sys.exit(f"accesses: {path}: {kernel['name']}: Oclgrind says\n{done.stderr}")
    result = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in trace.read_text(encoding="utf-8").splitlines():
        name, row, column, kind, base, offset, count, x, y, z = line.split("\t")
        if name == kernel["name"]:
            result[(int(row), int(column), kind, base)][(int(x), int(y), int(z))].append(
                (int(offset), int(count)))
    return result


def loops_around(kernel):
    """Returns {block: loops around it, outermost first}."""
    result = {}

    def walk(node, loops):
        node = kernel["nodes"][node]
        if node["kind"] == "block":
            result[node["index"]] = loops
        if node["kind"] == "loop":
            loops = loops + [node["index"]]
        for child in node["children"]:
            walk(child, loops)

    walk(kernel["root"], [])
    return result


def iterations(kernel, loops, env):
    """Yields the counters' values of every iteration of the loops."""
    if not loops:
        yield env
        return
    trip = kernel["loops"][loops[0]]["trip"]
    if trip["kind"] == "unknown":
        raise Unknown(f"trip count: {trip['reason']}")
    for i in range(max(0, evaluate(trip["count"], env))):
        yield from iterations(kernel, loops[1:], env | {f"loop:{loops[0]}": i})


def work_items(kernel, case):
    """Yields (global id, its symbols) of every work-item."""
    whole, group = sizes(kernel, case)
    env = dict(case[2])
    env["work_dim"] = len(case[0])
    for d in range(3):
        env |= {f"global_size({d})": whole[d], f"local_size({d})": group[d],
                f"num_groups({d})": whole[d] // group[d], f"global_offset({d})": 0}
    for z in range(whole[2]):
        for y in range(whole[1]):
            for x in range(whole[0]):
                own = dict(env)
                for d, i in enumerate((x, y, z)):
                    own |= {f"global_id({d})": i, f"local_id({d})": i % group[d],
                            f"group_id({d})": i // group[d]}
                yield (x, y, z), own


def predict(kernel, access, case):
    """Returns {work-item: [offset]} of an access that is affine or goes in blocks; values
    that all share count as 0."""
    loops = loops_around(kernel)[access["block"]]
    index = access["index"]
    blocks = index["irregular"] if index.get("blockwise") else 0
    result = {}
    for item, env in work_items(kernel, case):
        result[item] = [
            evaluate(index["offset"], point) + evaluate(blocks, point)
            + sum(evaluate(t["coefficient"], point) * point[t["variable"]]
                  for t in index["terms"])
            for point in iterations(kernel, loops, env)]
    return result


def has_form(access):
    """True where the index is affine, or goes in blocks."""
    index = access["index"]
    return not index["irregular_along"] or index.get("blockwise", False)


def compare_affine(kernel, accesses, case, seen):
    """Counts the agreeing addresses of the accesses at one place; a text if some differ."""
    expected = collections.defaultdict(collections.Counter)
    exact = True
    for access in accesses:
        loops = loops_around(kernel)[access["block"]]
        exact &= not access["predicated"] and not access["index"]["clamped"] and \
            all(kernel["loops"][l]["trip"]["kind"] == "exact" for l in loops)
        for item, offsets in predict(kernel, access, case).items():
            expected[item].update((o, access["bytes"]) for o in offsets)
    shift = 0
    index = accesses[0]["index"]
    if index["irregular"] != 0 and not index.get("blockwise"):  # one offset, the same everywhere
        first = min(o for offsets in seen.values() for o, _ in offsets)
        shift = first - min(o for c in expected.values() for o, _ in c)
    agree = total = 0
    for item, offsets in expected.items():
        real = collections.Counter((o - shift, n) for o, n in seen.get(item, []))
        total += sum(real.values())
        agree += sum((real & offsets).values())
        if exact and real != offsets:
            return 0, f"work-item {item}: {sorted(real.elements())[:4]} instead of " \
                      f"{sorted(offsets.elements())[:4]}"
    clamped = any(a["index"]["clamped"] for a in accesses)
    if agree < total * (0.5 if clamped else 1):
        return 0, f"{total - agree} of {total} addresses are not as computed"
    return agree, ""


def compare_regular_directions(access, case, kernel, seen):
    """Checks that neighbours along a dimension differ by the coefficient when the irregular
    part does not depend on it, and iterations of the only loop around the access too."""
    index, agree = access["index"], 0
    whole, group = sizes(kernel, case)
    env = dict(next(work_items(kernel, case))[1])
    for d in range(3):
        names = [f"{kind}_id({d})" for kind in ("global", "local", "group")]
        if any(n in index["irregular_along"] for n in names):
            continue
        step = sum(evaluate(t["coefficient"], env) for t in index["terms"]
                   if t["variable"] in names[:2])
        for item, offsets in seen.items():
            after = tuple(i + (k == d) for k, i in enumerate(item))
            if after[d] % group[d] == 0 or len(seen.get(after, [])) != len(offsets):
                continue
            for (a, _), (b, _) in zip(offsets, seen[after]):
                if b - a != step:
                    return 0, f"work-items {item} and {after}: {b - a} instead of {step}"
                agree += 1
    loops = loops_around(kernel)[access["block"]]
    if len(loops) == 1 and f"loop:{loops[0]}" not in index["irregular_along"]:
        step = sum(evaluate(t["coefficient"], env) for t in index["terms"]
                   if t["variable"] == f"loop:{loops[0]}")
        for item, offsets in seen.items():
            for (a, _), (b, _) in zip(offsets, offsets[1:]):
                if b - a != step:
                    return 0, f"in work-item {item} by {b - a} instead of {step}"
                agree += 1
    return agree, ""


def check(path, kernel, case, plugin, folder):
    """Returns rows of (kernel, place, object, kind of comparison, addresses, fault)."""
    seen = run_oclgrind(path, kernel, case, plugin, folder)
    places = collections.defaultdict(list)
    for access in kernel["accesses"]:
        if access["space"] in ("global", "constant"):
            at = access["location"]
            places[(at["line"], at["column"], access["kind"], access["base"])].append(access)
    rows = []
    for place, real in seen.items():
        where = f"{place[0]}:{place[1]}"
        accesses = places.pop(place, None)
        if not accesses:
            rows.append((where, place[3], "nothing", 0, "not in the summary"))
            continue
        try:
            if all(map(has_form, accesses)):
                what = "every address"
                count, fault = compare_affine(kernel, accesses, case, real)
            elif len(accesses) == 1 and kernel["name"] in IRREGULAR:
                what = "regular directions"
                count, fault = compare_regular_directions(accesses[0], case, kernel, real)
            else:
                what, count, fault = "nothing", 0, "irregular in the summary"
        except Unknown as unknown:
            what, count, fault = "nothing", 0, str(unknown)
        rows.append((where, place[3], what, count, fault))
    for place, accesses in places.items():
        never = all(a["predicated"] for a in accesses)
        rows.append((f"{place[0]}:{place[1]}", place[3], "never executed", 0,
                     "" if never else "the kernel makes no such access"))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--roofline", type=pathlib.Path, required=True)
    parser.add_argument("--plugin", type=pathlib.Path, required=True,
                        help="libRooflineTrace.so")
    parser.add_argument("--only", default="", help="only kernels whose name contains this")
    options = parser.parse_args()
    faults = total = places = 0
    with tempfile.TemporaryDirectory(prefix="roofline-accesses-") as name:
        folder = pathlib.Path(name)
        for file, cases in CASES.items():
            path = SAMPLES / file  # an absolute one stays itself
            summary = folder / "summary.json"
            subprocess.run([str(options.roofline), "analyze", str(path), "--allow-unknown",
                            "--summary-out", str(summary)], check=True,
                           capture_output=True)
            for kernel in json.loads(summary.read_text(encoding="utf-8"))["kernels"]:
                if kernel["name"] not in cases or options.only not in kernel["name"]:
                    continue
                print(f"{path.name}: {kernel['name']}")
                for where, base, what, count, fault in check(
                        path, kernel, cases[kernel["name"]], options.plugin.resolve(),
                        folder):
                    print(f"  {where:8} {base:12} {what:22} {count:8}"
                          f"{'  WRONG: ' + fault if fault else ''}")
                    faults += bool(fault)
                    places += count > 0
                    total += count
    print(f"\n{total} addresses at {places} places agree; {faults} places do not")
    return 1 if faults or not total else 0


if __name__ == "__main__":
    sys.exit(main())
