import * as vscode from 'vscode';

/** Moves the focus to a view of the side bar. */
export const focusView = (id: 'req.variables' | 'req.history'): Thenable<unknown> => vscode.commands.executeCommand(`${id}.focus`);
