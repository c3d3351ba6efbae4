"use strict";
// Runs `roofline analyze` on a file and gives its report, its remarks and its errors.
const { execFile } = require("node:child_process");
const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");

/** "k.cl:3:7: error: text" and "roofline: error: k.cl:3:7: text" of standard error. */
function errorsOf(text, file) {
  const errors = [];
  for (const line of text.split("\n")) {
    const compiler = /^(.+?):(\d+):(\d+): (?:fatal )?error: (.*)$/.exec(line);
    const driver = /^roofline: error: (?:(.+?):(\d+):(\d+): )?(.*)$/.exec(line);
    const [, where, row, column, message] = driver ?? compiler ?? [];
    if (message)
      errors.push({ file: where ?? file, line: Number(row ?? 1), column: Number(column ?? 1), message });
  }
  return errors;
}

/**
 * True for a source in C or C++ that is synthesised: it has a pragma of HLS, or a launch file beside it names a
 * function or a project.
 */
async function isSynthesised(file, text) {
  if (/^\s*#\s*pragma\s+hls\b/im.test(text)) return true;
  for (const name of [`${path.parse(file).name}.launch.yaml`, "launch.yaml"])
    try {
      return /^(top|project)\s*:/m.test(await fs.readFile(path.join(path.dirname(file), name), "utf8"));
    } catch { /* no such file */ }
  return false;
}

/**
 * { report, sarif, errors }: the first two null where there are errors. `page`: a file that
 * gets the report page.
 */
async function analyze(file, { program = "roofline", device = "", args = [], page = null } = {}) {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "roofline-editor-"));
  const json = path.join(folder, "report.json"), sarif = path.join(folder, "remarks.sarif");
  const all = ["analyze", file, "--json", json, "--sarif", sarif, "--allow-unknown",
               ...(device ? ["--device", device] : []), ...(page ? ["--html", page] : []), ...args];
  try {
    const stderr = await new Promise((done, fail) => execFile(program, all,
      { cwd: path.dirname(file), maxBuffer: 1 << 26 }, (error, _, text) => {
        if (error && typeof error.code !== "number") fail(new Error(`${program}: ${error.message}`));
        else done(text);
      }));
    const read = async name => {
      try { return JSON.parse(await fs.readFile(name, "utf8")); } catch { return null; }
    };
    const [report, remarks] = await Promise.all([read(json), read(sarif)]);
    return { report, sarif: remarks, errors: report ? [] : errorsOf(stderr, file) };
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

module.exports = { analyze, errorsOf, isSynthesised };
