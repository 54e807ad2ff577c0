import * as vscode from 'vscode';
import { folderOf, type DocumentTree, type ScriptNode } from '../../language/index.ts';
import { scriptsIn, virtualScript, type FoundScript, type TypescriptProblem } from '../../language/onDemand.ts';
import { VirtualDocuments } from './virtualDocuments.ts';

/** Built-in TypeScript extension of VS Code, and its replacements. */
const services = ['vscode.typescript-language-features', 'TypeScriptTeam.vscode-typescript', 'TypeScriptTeam.native-preview'];

/** A script opened as a separate document, with mapping of positions. */
export interface OpenScript {
  readonly document: vscode.TextDocument;
  readonly script: ScriptNode;
  readonly start: number;
  inside(position: vscode.Position): vscode.Position;
  /** Maps a range of the script's document to the file; undefined outside the script. */
  outside(range: vscode.Range): vscode.Range | undefined;
}

/** TypeScript service of VS Code for scripts. Started with the first script. */
export class ScriptService implements vscode.Disposable {
  readonly #types: string;
  readonly #companion: vscode.Uri;
  #documents: VirtualDocuments | undefined;

  constructor(extensionUri: vscode.Uri) {
    this.#types = vscode.Uri.joinPath(extensionUri, 'types/req-script.d.ts').fsPath;
    this.#companion = vscode.Uri.joinPath(extensionUri, 'types/companion.js');
  }

  /** Whether a TypeScript extension is enabled. It is not in Restricted Mode. */
  get available(): boolean {
    return services.some((id) => vscode.extensions.getExtension(id) !== undefined);
  }

  /** Opens a script for the service. Undefined if there is none, or the file changed meanwhile. */
  async open(owner: vscode.TextDocument, tree: DocumentTree, { block, script }: FoundScript): Promise<OpenScript | undefined> {
    if (!this.available) return undefined;
    const { version } = owner;
    const virtual = virtualScript(script, this.#types, owner.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n', folderOf(owner.uri.fsPath));
    this.#documents ??= new VirtualDocuments();
    // Until a project is loaded, TypeScript uses its syntax server, which reads no types. Opening this file loads a small project.
    await vscode.workspace.openTextDocument(this.#companion);
    const index = tree.blocks
      .slice(0, tree.blocks.indexOf(block))
      .reduce((n, b) => n + scriptsIn(b).length, scriptsIn(block).indexOf(script));
    const document = await this.#documents.open(owner.uri, index, virtual);
    return document === undefined || owner.version !== version ? undefined : opened(document, owner, script, virtual.start);
  }

  /** TypeScript's problems of a script: syntax errors, else semantic ones. Undefined if the service does not reply. */
  async problems({ document, script, start }: OpenScript): Promise<readonly TypescriptProblem[] | undefined> {
    const length = script.source.text.length;
    const found: TypescriptProblem[] = [];
    for (const kind of ['syntax', 'semantic'] as const) {
      const asked: unknown = await vscode.commands.executeCommand(
        'typescript.tsserverRequest',
        kind === 'syntax' ? 'syntacticDiagnosticsSync' : 'semanticDiagnosticsSync',
        { file: document.uri },
      );
      const body = asked !== null && typeof asked === 'object' && 'body' in asked ? asked.body : undefined;
      if (!Array.isArray(body)) return undefined;
      for (const d of body as readonly ServerDiagnostic[]) {
        const at = offsetOf(document, d.start) - start;
        const end = offsetOf(document, d.end) - start;
        // A syntax error at the end of the script has its range behind it.
        if (at < 0 || (at > length && kind === 'semantic')) continue;
        found.push({ code: d.code ?? 0, message: d.text, start: Math.min(at, length), end: Math.min(end, length), kind });
      }
      if (found.length > 0 && kind === 'syntax') return found;
    }
    return found;
  }

  dispose(): void {
    this.#documents?.dispose();
  }
}

/** A diagnostic of tsserver. Lines and columns count from 1. */
interface ServerDiagnostic {
  readonly start: { readonly line: number; readonly offset: number };
  readonly end: { readonly line: number; readonly offset: number };
  readonly text: string;
  readonly code?: number;
}

const offsetOf = (document: vscode.TextDocument, { line, offset }: ServerDiagnostic['start']): number =>
  document.offsetAt(new vscode.Position(line - 1, offset - 1));

function opened(document: vscode.TextDocument, owner: vscode.TextDocument, script: ScriptNode, start: number): OpenScript {
  const { source } = script;
  const by = start - source.start;
  return {
    document,
    script,
    start,
    inside: (position) => document.positionAt(owner.offsetAt(position) + by),
    outside: (range) => {
      const from = document.offsetAt(range.start) - by;
      const to = document.offsetAt(range.end) - by;
      if (from < source.start || to > source.end) return undefined;
      return new vscode.Range(owner.positionAt(from), owner.positionAt(to));
    },
  };
}
