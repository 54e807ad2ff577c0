import * as vscode from 'vscode';
import { visibleText } from '../../base/visible.ts';
import { t } from '../../base/l10n.ts';

/** How long a value is shown, in milliseconds. */
const shownFor = 10_000;

/** Calls once, after so many milliseconds; disposed of before that, never. */
export type Later = (ms: number, work: () => void) => vscode.Disposable;

const later: Later = (ms, work) => {
  const timer = setTimeout(work, ms);
  return { dispose: () => clearTimeout(timer) };
};

/**
 * Shows a value for ten seconds: in an input box, which keeps no history, closes on Escape, Enter and where the focus goes
 * elsewhere, and is read by a screen reader. Resolves when it is hidden again.
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
    // An input box has one line: breaks, and what would act, are shown as signs.
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
