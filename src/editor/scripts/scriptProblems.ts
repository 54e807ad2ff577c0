import * as vscode from 'vscode';
import type { DocumentTree } from '../../language/index.ts';
import { scriptAt, scriptsIn, shownProblem, type FoundScript, type TypescriptProblem } from '../../language/onDemand.ts';
import { toOffset, toRange, toSeverity } from '../providers/vscodeRanges.ts';
import { quietly } from '../log/log.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';
import type { ScriptService } from './typescript.ts';

/** Debounce of keystrokes and scrolling, in milliseconds. */
const rest = 250;

const mostRemembered = 2000;

/**
 * Publishes TypeScript's problems of the scripts in view, starting when the cursor is first placed in a script. Problems of scripts out of
 * view stay until they change.
 */
export function watchScriptProblems(surroundings: Surroundings, service: ScriptService): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('req scripts');
  const waiting = new Map<vscode.TextDocument, NodeJS.Timeout>();
  /** Cached problems by script text: most keystrokes change at most one script. */
  const known = new Map<string, readonly TypescriptProblem[]>();
  let looked = false;

  function publish(document: vscode.TextDocument, tree: DocumentTree, scripts: readonly FoundScript[]): void {
    const shown = scripts.flatMap((found) => (known.get(keyOf(found)) ?? []).flatMap((p) => diagnosticOf(tree, found, p) ?? []));
    if (shown.length > 0 || (collection.get(document.uri)?.length ?? 0) > 0) collection.set(document.uri, shown);
  }

  async function update(document: vscode.TextDocument): Promise<void> {
    if (!looked || !service.available) return;
    const tree = surroundings.tree(document);
    const scripts = closedScripts(tree);
    publish(document, tree, scripts);
    const inView = new Set(scriptsInView(document, tree, scripts));
    let learned = false;
    for (const found of inView) {
      if (known.has(keyOf(found))) continue;
      const open = await service.open(document, tree, found);
      if (open === undefined) {
        // The text changed meanwhile, which triggers an update, or VS Code was slow: then try again.
        if (surroundings.tree(document) === tree) soon(document);
        return;
      }
      const problems = await service.problems(open);
      if (document.isClosed || surroundings.tree(document) !== tree) return;
      if (problems === undefined) continue;
      if (known.size >= mostRemembered) known.clear();
      known.set(keyOf(found), problems);
      learned = true;
    }
    if (learned) publish(document, tree, scripts);
  }

  function soon(document: vscode.TextDocument, delay = rest): void {
    if (!looked || document.languageId !== 'req' || document.isClosed) return;
    clearTimeout(waiting.get(document));
    waiting.set(
      document,
      setTimeout(() => {
        waiting.delete(document);
        void quietly('problems of scripts', () => update(document));
      }, delay),
    );
  }

  function look(editor: vscode.TextEditor | undefined): void {
    if (looked || editor?.document.languageId !== 'req') return;
    const tree = surroundings.tree(editor.document);
    looked = editor.selections.some((s) => scriptAt(tree, toOffset(tree, s.active)) !== undefined);
    if (looked) vscode.window.visibleTextEditors.forEach((e) => soon(e.document, 0));
  }

  return vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument((d) => soon(d, 0)),
    vscode.workspace.onDidChangeTextDocument((e) => soon(e.document)),
    vscode.workspace.onDidCloseTextDocument((d) => {
      clearTimeout(waiting.get(d));
      waiting.delete(d);
      collection.delete(d.uri);
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => void quietly('looking at a script', () => look(textEditor))),
    vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => soon(textEditor.document)),
    { dispose: () => waiting.forEach((timer) => clearTimeout(timer)) },
  );
}

const keyOf = ({ script }: FoundScript): string => `${script.phase} ${script.source.text}`;

/** Scripts that are closed. An unclosed script contains unrelated text, and the parser reports it. */
function closedScripts(tree: DocumentTree): readonly FoundScript[] {
  const unclosed = new Set(tree.diagnostics.flatMap((d) => (d.id === 'unclosed-script' ? [d.range.start] : [])));
  return tree.blocks.flatMap((block) =>
    scriptsIn(block).flatMap((script) => (unclosed.has(script.range.start) ? [] : [{ block, script }])),
  );
}

function scriptsInView(document: vscode.TextDocument, tree: DocumentTree, scripts: readonly FoundScript[]): readonly FoundScript[] {
  const visible = vscode.window.visibleTextEditors.filter((e) => e.document === document).flatMap((e) => e.visibleRanges);
  return scripts.filter(({ script }) => visible.some((r) => r.intersection(toRange(tree, script.source)) !== undefined));
}

function diagnosticOf(tree: DocumentTree, { script }: FoundScript, p: TypescriptProblem): vscode.Diagnostic | undefined {
  const shown = shownProblem(p, script);
  if (shown === undefined) return undefined;
  const { start } = script.source;
  const made = new vscode.Diagnostic(
    toRange(tree, { start: start + p.start, end: start + p.end }),
    shown.message,
    toSeverity(shown.severity),
  );
  made.source = 'ts';
  made.code = p.code;
  return made;
}
