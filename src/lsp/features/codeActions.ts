import { CodeActionKind, type ClientCapabilities, type CodeAction as LspAction } from 'vscode-languageserver/node';
import { isForeignTree, type ActionKind, type CodeAction, type FileView } from '../../language/index.ts';
import { diagnostics } from '../../language/onDemand.ts';
import { fixAll, foreignFixes, quickFixes, refactor } from '../../language/onDemand.ts';
import { toOffset, toRange } from '../lspRanges.ts';
import type { Feature } from './feature.ts';
import { toWorkspaceEdit } from './workspaceEdit.ts';

const kinds: Readonly<Record<ActionKind, CodeActionKind>> = {
  quickfix: CodeActionKind.QuickFix,
  'refactor.extract': CodeActionKind.RefactorExtract,
  'refactor.inline': CodeActionKind.RefactorInline,
  'refactor.rewrite': CodeActionKind.RefactorRewrite,
  source: CodeActionKind.SourceFixAll,
};

/** Whether the client requests a kind; `refactor` includes `refactor.extract`. */
const isWanted = (kind: string, only: readonly string[] | undefined): boolean =>
  only === undefined ? kind !== CodeActionKind.SourceFixAll : only.some((o) => kind === o || kind.startsWith(`${o}.`));

export const codeActions: Feature = {
  capabilities: { codeActionProvider: { codeActionKinds: Object.values(kinds) } },
  register(connection, viewOf, client, _openUris, sourceOf) {
    connection.onCodeAction(async ({ textDocument: { uri }, range, context }) => {
      const view = await viewOf(uri, true);
      if (view === undefined) return null;
      const place = { start: toOffset(view.tree, range.start), end: toOffset(view.tree, range.end) };
      if (isForeignTree(view.tree)) {
        const source = isWanted(kinds.quickfix, context.only) ? await sourceOf(uri) : undefined;
        const fixes = source === undefined ? [] : foreignFixes(view, place, source.text, source.read);
        return fixes.filter(({ command }) => command === undefined).flatMap((a) => toAction(a, view, uri, client()));
      }
      const all = isWanted(CodeActionKind.SourceFixAll, context.only) ? fixAll(view) : undefined;
      const offered = [...quickFixes(view, place), ...refactor(view, place), ...(all === undefined ? [] : [all])];
      // Secret storage and clipboard are not available to a server.
      const able = offered.filter((a) => a.command === undefined || a.command.kind === 'rename');
      return able.filter((a) => isWanted(kinds[a.kind], context.only)).flatMap((a) => toAction(a, view, uri, client()));
    });
  },
};

/** None if the client cannot make its edit. */
function toAction(offered: CodeAction, view: FileView, uri: string, client: ClientCapabilities): LspAction | [] {
  const { title, kind, edits, mends, preferred } = offered;
  const edit = toWorkspaceEdit(view, uri, edits, client);
  if (edit === undefined) return [];
  const action: LspAction = { title, kind: kinds[kind], edit };
  if (preferred === true) action.isPreferred = true;
  const mended = mends && diagnostics(view).find((d) => d.id === mends.id && d.range.start === mends.range.start);
  if (mended !== undefined)
    action.diagnostics = [{ range: toRange(view.tree, mended.range), message: mended.message, code: mended.id, source: 'req' }];
  return action;
}
