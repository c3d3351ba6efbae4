"use strict";
// Remarks, lenses, hovers and quick fixes of kernels in OpenCL C and in C++, by the driver `roofline`.
const fs = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const vscode = require("vscode");
const { analyze, isSynthesised } = require("./driver.js");
const { diagnosticsOf, lensesOf, hoverOf, fixesOf, indentOf } = require("./views.js");

const levels = { error: "Error", warning: "Warning", note: "Information", none: "Hint" };
const reports = new Map(); // by file
const selector = ["opencl", "cpp", "c"].map(language => ({ language }));
let diagnostics, lensesChanged;

function settings(file) {
  const all = vscode.workspace.getConfiguration("roofline");
  const [device, args] = path.extname(file) === ".cl" ? ["device", "arguments"] : ["hlsDevice", "hlsArguments"];
  return { program: all.get("path", "roofline"), device: all.get(device, ""), args: all.get(args, []) };
}

/** Other C++ than kernels is left alone. */
async function isKernel(document) {
  return document.languageId === "opencl" || (["cpp", "c"].includes(document.languageId) &&
    await isSynthesised(document.uri.fsPath, document.getText()));
}

const rangeAt = (line, column) => new vscode.Range(line - 1, Math.max(0, column - 1), line - 1, 1000);

/** Analyses a file and shows what came out; gives the result. */
async function show(file, page = null) {
  let found;
  try {
    found = await analyze(file, { ...settings(file), page });
  } catch (error) { // the driver did not run
    vscode.window.showErrorMessage(`Roofline: ${error.message}`);
    return null;
  }
  reports.set(file, found.report);
  const byFile = new Map([[file, []]]);
  const add = (one, level, message) => {
    const diagnostic = new vscode.Diagnostic(rangeAt(one.line, one.column), message, vscode.DiagnosticSeverity[level]);
    diagnostic.source = "roofline";
    diagnostic.code = one.rule;
    diagnostic.relatedInformation = (one.related ?? []).map(other => new vscode.DiagnosticRelatedInformation(
      new vscode.Location(vscode.Uri.file(other.file), rangeAt(other.line, other.column)), other.message));
    if (!byFile.has(one.file)) byFile.set(one.file, []);
    byFile.get(one.file).push(diagnostic);
  };
  for (const one of diagnosticsOf(found.sarif)) add(one, levels[one.level], one.message);
  for (const one of found.errors)
    add({ ...one, file: path.resolve(path.dirname(file), one.file) }, "Error", one.message);
  for (const [name, list] of byFile) diagnostics.set(vscode.Uri.file(name), list);
  lensesChanged.fire();
  return found;
}

async function openReport() {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "roofline-page-"));
  try {
    const page = path.join(folder, "report.html");
    const found = await show(document.uri.fsPath, page);
    if (!found?.report) return;
    const panel = vscode.window.createWebviewPanel("roofline", `Roofline: ${path.basename(document.uri.fsPath)}`,
      vscode.ViewColumn.Beside, { enableScripts: true, retainContextWhenHidden: true });
    panel.webview.html = await fs.readFile(page, "utf8");
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

const lensProvider = {
  get onDidChangeCodeLenses() { return lensesChanged.event; },
  provideCodeLenses: document => lensesOf(reports.get(document.uri.fsPath), document.uri.fsPath).map(one =>
    new vscode.CodeLens(rangeAt(one.line, 1), { title: one.title, command: "roofline.openReport" })) };

const hoverProvider = {
  provideHover: (document, position) => {
    const text = hoverOf(reports.get(document.uri.fsPath), document.uri.fsPath, position.line + 1);
    return text ? new vscode.Hover(new vscode.MarkdownString(text)) : null;
  } };

const fixProvider = {
  provideCodeActions: (document, range) => fixesOf(reports.get(document.uri.fsPath), document.uri.fsPath, document.getText())
    .filter(fix => fix.line - 1 >= range.start.line && fix.line - 1 <= range.end.line).map(fix => {
      const action = new vscode.CodeAction(fix.title, vscode.CodeActionKind.QuickFix);
      const before = (fix.before ?? fix.line) - 1, indent = indentOf(document.lineAt(fix.line - 1).text, fix);
      action.edit = new vscode.WorkspaceEdit();
      for (const line of fix.remove ?? [])
        action.edit.delete(document.uri, new vscode.Range(line - 1, 0, line, 0));
      if (fix.insert.length)
        action.edit.insert(document.uri, new vscode.Position(before, 0), fix.insert.map(one => `${indent}${one}\n`).join(""));
      return action;
    }) };

function activate(context) {
  diagnostics = vscode.languages.createDiagnosticCollection("roofline");
  lensesChanged = new vscode.EventEmitter();
  const onSave = async document => vscode.workspace.getConfiguration("roofline").get("onSave", true) &&
    await isKernel(document) ? show(document.uri.fsPath) : null;
  context.subscriptions.push(diagnostics, lensesChanged,
    vscode.commands.registerCommand("roofline.analyze", () => {
      const document = vscode.window.activeTextEditor?.document;
      return document ? show(document.uri.fsPath) : null;
    }),
    vscode.commands.registerCommand("roofline.openReport", openReport),
    vscode.languages.registerCodeLensProvider(selector, lensProvider),
    vscode.languages.registerHoverProvider(selector, hoverProvider),
    vscode.languages.registerCodeActionsProvider(selector, fixProvider),
    vscode.workspace.onDidSaveTextDocument(onSave), vscode.workspace.onDidOpenTextDocument(onSave),
    vscode.workspace.onDidCloseTextDocument(document => {
      reports.delete(document.uri.fsPath);
      diagnostics.delete(document.uri);
    }));
  return Promise.all((vscode.workspace.textDocuments ?? []).map(onSave));
}

module.exports = { activate, deactivate: () => {} };
