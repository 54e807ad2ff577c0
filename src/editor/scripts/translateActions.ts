import * as vscode from 'vscode';
import { t } from '../../base/l10n.ts';
import type { ScriptNode } from '../../language/index.ts';
import { scriptAt } from '../../language/onDemand.ts';
import { quietly } from '../log/log.ts';
import { toOffset } from '../providers/vscodeRanges.ts';
import type { Surroundings } from '../world/editorSurroundings.ts';

const kind = vscode.CodeActionKind.RefactorRewrite.append('req');

/** A name of another client's API: cheap enough for each move of the cursor. */
const foreign = /(?<![\w$.])(?:pm|postman|insomnia|bru|req|res|tests|test|expect|responseBody|responseCode)\s*[.([]/;

class Translation extends vscode.CodeAction {
  readonly document: vscode.TextDocument;
  readonly script: ScriptNode;

  constructor(document: vscode.TextDocument, script: ScriptNode) {
    super(t('Translate to Req'), kind);
    this.document = document;
    this.script = script;
  }
}

/** *Translate to Req* in scripts of Postman, Bruno and Insomnia. Parts without an equivalent stay, and run as before. */
export const translateActions = (selector: vscode.DocumentSelector, surroundings: Surroundings): vscode.Disposable =>
  vscode.languages.registerCodeActionsProvider(
    selector,
    {
      provideCodeActions: (document, range, { only }): Translation[] => {
        if (only !== undefined && !only.contains(kind)) return [];
        const tree = surroundings.tree(document);
        const found = scriptAt(tree, toOffset(tree, range.start));
        return found === undefined || !foreign.test(found.script.source.text) ? [] : [new Translation(document, found.script)];
      },
      resolveCodeAction: async (action) => {
        if (action instanceof Translation) await quietly('a code action', () => resolve(action));
        return action;
      },
    },
    { providedCodeActionKinds: [kind] },
  );

async function resolve(action: Translation): Promise<void> {
  const { document, script } = action;
  const { translatedScript } = await import('../../convert/import/index.ts');
  const made = translatedScript(script.source.text);
  if (made === undefined) return;
  const { start, end } = script.source;
  action.edit = new vscode.WorkspaceEdit();
  action.edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), made.text);
}
