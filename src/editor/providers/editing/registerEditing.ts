import * as vscode from 'vscode';
import type { Environments } from '../../world/environments.ts';
import type { SecretStore } from '../../secrets/secretStore.ts';
import type { Surroundings } from '../../world/editorSurroundings.ts';
import { codeActions } from '../actions/codeActionsProvider.ts';
import { emptyFileHint } from './emptyFileHint.ts';
import { formattingProvider } from './formatProvider.ts';
import { registerPaste } from './pasteProvider.ts';
import { snapshotActions } from '../actions/snapshotActions.ts';

interface EditingContext {
  readonly secrets: SecretStore;
  readonly environments: Environments;
}

/** Registers features that change `.req` files: quick fixes, refactorings, formatting, paste, and the hint in an empty file. */
export function registerEditing(surroundings: Surroundings, context: EditingContext): vscode.Disposable {
  const selector: vscode.DocumentSelector = { language: 'req' };
  const formatting = formattingProvider(surroundings);
  return vscode.Disposable.from(
    vscode.languages.registerDocumentFormattingEditProvider(selector, formatting),
    vscode.languages.registerDocumentRangeFormattingEditProvider(selector, formatting),
    codeActions(surroundings, context),
    snapshotActions(),
    registerPaste(selector, surroundings),
    emptyFileHint(),
  );
}
