"use strict";
// The extension against a stand-in for the editor: what it registers, shows and changes.
const { test } = require("node:test");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const kernel = path.join(__dirname, "kernel.cl");
const text = fs.readFileSync(kernel, "utf8");
const shown = { diagnostics: new Map(), commands: {}, providers: {}, errors: [], panels: [] };
class Plain { constructor(...values) { this.values = values; } }
class Range { constructor(line, column, endLine) { Object.assign(this, { start: { line, column }, end: { line: endLine } }); } }
const dispose = { dispose() {} };
const settings = { path: process.env.ROOFLINE ?? "roofline", device: "de5net", arguments: [], onSave: true };
const vscode = {
  Range, Position: Plain, Location: Plain, CodeLens: class { constructor(range, command) { Object.assign(this, { range, command }); } },
  Hover: class { constructor(content) { this.content = content; } },
  MarkdownString: class { constructor(value) { this.value = value; } },
  Diagnostic: class { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } },
  DiagnosticRelatedInformation: Plain,
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  CodeAction: class { constructor(title, kind) { Object.assign(this, { title, kind }); } },
  CodeActionKind: { QuickFix: "quickfix" },
  WorkspaceEdit: class { constructor() { this.inserted = []; } insert(uri, position, what) { this.inserted.push(what); }
                              delete(uri, range) { this.deleted = [...(this.deleted ?? []), range.start.line]; } },
  EventEmitter: class { event = () => dispose; fire() { shown.fired = true; } },
  Uri: { file: name => ({ fsPath: name }) }, ViewColumn: { Beside: 2 },
  commands: { registerCommand: (name, run) => { shown.commands[name] = run; return dispose; } },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri, list) => shown.diagnostics.set(uri.fsPath, list),
                                         delete: uri => shown.diagnostics.delete(uri.fsPath) }),
    registerCodeLensProvider: (_, provider) => { shown.providers.lens = provider; return dispose; },
    registerHoverProvider: (_, provider) => { shown.providers.hover = provider; return dispose; },
    registerCodeActionsProvider: (_, provider) => { shown.providers.fix = provider; return dispose; } },
  workspace: { getConfiguration: () => ({ get: (name, or) => settings[name] ?? or }), textDocuments: [],
               onDidSaveTextDocument: () => dispose, onDidOpenTextDocument: () => dispose,
               onDidCloseTextDocument: run => { shown.close = run; return dispose; } },
  window: { showErrorMessage: message => shown.errors.push(message),
            createWebviewPanel: (_, title) => { const panel = { title, webview: {} }; shown.panels.push(panel); return panel; } },
};
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
const document = { languageId: "opencl", uri: vscode.Uri.file(kernel),
                   lineAt: line => ({ text: text.split("\n")[line] }), getText: () => text };
/** A document of C++. */
function cpp(name) {
  const file = path.join(__dirname, name), source = fs.readFileSync(file, "utf8");
  return { languageId: "cpp", uri: vscode.Uri.file(file), getText: () => source,
           lineAt: line => ({ text: source.split("\n")[line] }) };
}

test("an opened kernel gets remarks, lenses, hovers and fixes", async () => {
  vscode.workspace.textDocuments = [document];
  const context = { subscriptions: [] };
  await require("../extension.js").activate(context);
  assert.deepEqual(shown.errors, []);
  assert.ok(shown.fired && context.subscriptions.length >= 8);
  const list = shown.diagnostics.get(kernel);
  assert.ok(list.some(one => one.code === "LimitingLoop" && one.range.start.line === 3 && one.source === "roofline"));
  const lenses = shown.providers.lens.provideCodeLenses(document);
  assert.ok(lenses.some(one => one.range.start.line === 3 && one.command.command === "roofline.openReport"));
  assert.match(shown.providers.hover.provideHover(document, { line: 4 }).content.value, /read of `b`/);
  const [fix] = shown.providers.fix.provideCodeActions(document, new Range(3, 0, 3));
  assert.match(fix.title, /unroll the loop at line 4/);
  assert.match(fix.edit.inserted[0], /^ {2}#pragma unroll \d+\n$/);
});

test("a kernel in C++ gets the same", async () => {
  const scale = cpp("kernel.cpp");
  vscode.window.activeTextEditor = { document: scale };
  await shown.commands["roofline.analyze"]();
  assert.deepEqual(shown.errors, []);
  const list = shown.diagnostics.get(scale.uri.fsPath);
  assert.ok(list.some(one => one.code === "Pragma" && one.range.start.line === 4 && one.severity === 1), JSON.stringify(list));
  assert.match(shown.providers.lens.provideCodeLenses(scale)[0].command.title, /^scale: \d+ cycles, [\d.]+ ns on u200$/);
  const [fix] = shown.providers.fix.provideCodeActions(scale, new Range(3, 0, 3));
  assert.deepEqual([fix.edit.inserted, fix.edit.deleted], [["#pragma HLS unroll\n"], [4]]);
});

test("the report page opens", async () => {
  vscode.window.activeTextEditor = { document: cpp("kernel.cpp") };
  await shown.commands["roofline.openReport"]();
  assert.match(shown.panels.pop().webview.html, /<!DOCTYPE html>[^]*"roofline-hls-report"/);
  vscode.window.activeTextEditor = { document };
  await shown.commands["roofline.openReport"]();
  assert.equal(shown.panels.length, 1);
  assert.match(shown.panels[0].webview.html, /<!DOCTYPE html>[^]*"roofline-report"/);
});

test("a driver that is not there is said once", async () => {
  settings.path = "/nowhere/roofline";
  assert.equal(await shown.commands["roofline.analyze"](), null);
  assert.equal(shown.errors.length, 1);
  assert.match(shown.errors[0], /nowhere/);
  shown.close(document);
  assert.deepEqual(shown.providers.lens.provideCodeLenses(document), []);
});

test("what package.json promises is registered", () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, "../package.json"), "utf8"));
  for (const { command } of manifest.contributes.commands) assert.ok(shown.commands[command], command);
  const matcher = new RegExp(manifest.contributes.problemMatchers[0].pattern.regexp);
  assert.deepEqual(matcher.exec("k.cl:4:3: remark: limits the kernel").slice(1), ["k.cl", "4", "3", "remark", "limits the kernel"]);
});
