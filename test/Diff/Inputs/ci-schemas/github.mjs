// github.mjs FILE: reads a workflow by GitHub's own parser; mistakes are its messages.
import { register } from "node:module";
import fs from "node:fs";

// The parser imports JSON as bundlers read it; Node.js wants to be told.
register("data:text/javascript," + encodeURIComponent(`export function load(url, context, next) {
  return next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context);
}`));
const { parseWorkflow, NoOperationTraceWriter } = await import("@actions/workflow-parser");

const file = process.argv[2];
const content = fs.readFileSync(file, "utf8");
const parsed = parseWorkflow({ name: file, content }, new NoOperationTraceWriter());
const errors = parsed.context.errors.getErrors();
for (const error of errors) console.error(error.message);
process.exit(errors.length > 0 || !parsed.value ? 1 : 0);
