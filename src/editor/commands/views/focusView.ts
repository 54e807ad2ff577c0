import * as vscode from 'vscode';

export const focusView = (id: 'req.requests' | 'req.variables' | 'req.history'): Thenable<unknown> =>
  vscode.commands.executeCommand(`${id}.focus`);
