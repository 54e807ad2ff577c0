import * as vscode from 'vscode';

/** Shows a completed action for three seconds in the status bar. `$(NAME)` in the text becomes an icon. */
export const showDone = (text: string): void => void vscode.window.setStatusBarMessage(`$(check) ${text}`, 3000);
