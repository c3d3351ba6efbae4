"use strict";
// The views on what the driver says, and a quick fix priced again. ROOFLINE: the driver.
const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const { analyze, errorsOf, isSynthesised } = require("../driver.js");
const { diagnosticsOf, lensesOf, hoverOf, fixesOf, withFix } = require("../views.js");

const program = process.env.ROOFLINE ?? "roofline";
const kernel = path.join(__dirname, "kernel.cl");
const options = { program, device: "de5net" };

test("remarks stand at their lines", async () => {
  const { sarif, errors } = await analyze(kernel, options);
  assert.deepEqual(errors, []);
  const all = diagnosticsOf(sarif);
  assert.ok(all.every(one => one.file === kernel && one.line >= 1 && one.message));
  assert.ok(all.some(one => one.rule === "LimitingLoop" && one.line === 4), JSON.stringify(all, null, 1));
});

test("lenses give time and loops", async () => {
  const { report } = await analyze(kernel, options);
  const lenses = lensesOf(report, kernel);
  assert.match(lenses.find(one => one.line === 1).title, /^rows: [\d.]+ (ms|µs) on de5net$/);
  assert.match(lenses.find(one => one.line === 4).title, /% of the cycles, interval \d+, trip count/);
});

test("without a launch no time is made up", async () => {
  const { report } = await analyze(kernel, { ...options, args: ["--launch", "none"] });
  assert.equal(lensesOf(report, kernel).find(one => one.line === 1).title, "rows: its launch is not known");
  assert.ok(!/\d+ cycles of one run|transactions/.test(hoverOf(report, kernel, 4) + hoverOf(report, kernel, 5)));
  assert.deepEqual(fixesOf(report, kernel), []);
});

test("a hover has the accesses of a line", async () => {
  const { report } = await analyze(kernel, options);
  const text = hoverOf(report, kernel, 5);
  assert.match(text, /\*\*read of `a`\*\*/);
  assert.match(text, /\*\*read of `b`\*\*/);
  assert.match(hoverOf(report, kernel, 4), /initiation interval \d+ cycles .*forced by a register/);
  assert.equal(hoverOf(report, kernel, 2), null);
});

// Priced again with the text in it, the kernel takes what the advice promised.
test("a quick fix gains what it says", async () => {
  const { report } = await analyze(kernel, options);
  const advice = report.kernels[0].advice.find(one => /#pragma unroll/.test(one.text));
  const fix = fixesOf(report, kernel).find(one => one.insert[0].startsWith("#pragma unroll"));
  assert.equal(fix.line, 4);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "roofline-fix-"));
  try {
    const changed = path.join(folder, "kernel.cl");
    await fs.writeFile(changed, withFix(await fs.readFile(kernel, "utf8"), fix));
    await fs.copyFile(path.join(__dirname, "kernel.launch.yaml"), path.join(folder, "kernel.launch.yaml"));
    const clock = String(advice.board.clock_then_hz / 1e6);
    const then = await analyze(changed, { ...options, args: ["--clock", clock] });
    assert.deepEqual(then.errors, []);
    assert.ok(Math.abs(then.report.kernels[0].time_s / advice.board.then_s - 1) < 0.01,
              `${then.report.kernels[0].time_s} s, not ${advice.board.then_s} s`);
  } finally {
    await fs.rm(folder, { recursive: true });
  }
});

const scale = path.join(__dirname, "kernel.cpp");

test("lenses and hovers of C++ say what becomes of loops and pragmas", async () => {
  const { report, sarif, errors } = await analyze(scale, { program });
  assert.deepEqual(errors, []);
  assert.ok(diagnosticsOf(sarif).some(one => one.rule === "Pragma" && one.line === 5 && one.level === "warning"));
  const lenses = lensesOf(report, scale);
  assert.match(lenses.find(one => one.line === 1).title, /^scale: \d+ cycles, [\d.]+ ns on u200$/);
  assert.match(lenses.find(one => one.line === 4).title, /% of the cycles, interval 1, 64 trips, pipelined$/);
  assert.match(hoverOf(report, scale, 4), /\*\*Loop\*\*: pipelined, interval 1 cycle; depth \d+/);
  assert.match(hoverOf(report, scale, 5), /`unroll factor=1`\*\*: no-effect: /);
  assert.match(hoverOf(report, scale, 1), /\*\*Array `in`\*\*: 1 bank, 2 ports, outside/);
});

// Priced again with the pragma in it, the function takes what the advice promised.
test("a quick fix of C++ gains what it says", async () => {
  const { report } = await analyze(scale, { program });
  const text = await fs.readFile(scale, "utf8"), [fix] = fixesOf(report, scale, text);
  assert.deepEqual([fix.line, fix.before, fix.remove, fix.insert], [4, 5, [5], ["#pragma HLS unroll"]]);
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "roofline-fix-"));
  try {
    const changed = path.join(folder, "kernel.cpp");
    await fs.writeFile(changed, withFix(text, fix));
    const then = await analyze(changed, { program });
    assert.deepEqual(then.errors, []);
    assert.deepEqual(then.report.kernels[0].latency, report.kernels[0].advice[0].latency);
  } finally {
    await fs.rm(folder, { recursive: true });
  }
  // A body without braces has no place for a pragma.
  assert.deepEqual(fixesOf(report, scale, text.replace("++i) {", "++i)")), []);
});

test("other C++ is no kernel", async () => {
  assert.ok(await isSynthesised("/nowhere/k.cpp", "void f() {\n  # pragma hls pipeline\n}\n"));
  assert.ok(!await isSynthesised(scale, "int main() {}\n"), "the launch file beside it is of OpenCL");
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "roofline-top-"));
  try {
    await fs.writeFile(path.join(folder, "k.launch.yaml"), "format: roofline-launch\nversion: 1\ntop: f\n");
    assert.ok(await isSynthesised(path.join(folder, "k.cpp"), ""));
  } finally {
    await fs.rm(folder, { recursive: true });
  }
});

test("errors have their places", async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "roofline-error-"));
  try {
    const broken = path.join(folder, "broken.cl");
    await fs.writeFile(broken, "__kernel void k(__global int *a) {\n  a[0] = b;\n}\n");
    const { report, errors } = await analyze(broken, options);
    assert.equal(report, null);
    assert.ok(errors.some(one => one.line === 2 && /undeclared/.test(one.message)), JSON.stringify(errors));
  } finally {
    await fs.rm(folder, { recursive: true });
  }
  assert.deepEqual(errorsOf("roofline: error: --arg n: no\n", "k.cl"),
                   [{ file: "k.cl", line: 1, column: 1, message: "--arg n: no" }]);
  await assert.rejects(analyze(kernel, { program: "/nowhere/roofline" }), /nowhere/);
});
