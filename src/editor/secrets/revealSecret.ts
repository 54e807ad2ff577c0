import * as vscode from 'vscode';
import { visibleText } from '../../base/text/visible.ts';
import { t } from '../../base/l10n.ts';

/** Milliseconds for which a value is shown. */
const shownFor = 10_000;

/** A timer that runs `work` once after `ms` milliseconds; disposing cancels it. */
export type Later = (ms: number, work: () => void) => vscode.Disposable;

const later: Later = (ms, work) => {
  const timer = setTimeout(work, ms);
  return { dispose: () => clearTimeout(timer) };
};

/**
 * Shows a value for ten seconds in an input box: it keeps no history, closes on Escape, Enter and loss of focus, and works with screen
 * readers. Resolves when it is hidden.
 */
export function reveal(
  name: string,
  value: string,
  box: vscode.InputBox = vscode.window.createInputBox(),
  after: Later = later,
): Promise<void> {
  return new Promise((resolve) => {
    box.title = t('The value of {0}', name);
    box.prompt = t('Hidden again after ten seconds. Escape hides it now.');
    // An input box has one line, so line breaks and control characters are shown as symbols.
    box.value = visibleText(value);
    const clock = after(shownFor, () => box.hide());
    box.onDidAccept(() => box.hide());
    box.onDidHide(() => {
      clock.dispose();
      box.value = '';
      box.dispose();
      resolve();
    });
    box.show();
  });
}
