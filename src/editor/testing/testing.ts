import * as vscode from 'vscode';
import type { CommandParts } from '../commands/commandHandlers.ts';
import type { Runs } from '../sending/runs.ts';
import { runCommands } from './testCommands.ts';
import { TestExplorer } from './explorer.ts';
import { SummaryPanel, type SummaryParts } from './summaryPanel.ts';

/** Requests as tests: the Test Explorer, the summary of a run, and the commands of both. */
export function openTesting(parts: Omit<CommandParts, 'context'>, runs: Runs, around: SummaryParts) {
  const { surroundings, variables, environments } = parts;
  const summary = new SummaryPanel(around);
  const controller = vscode.tests.createTestController('req', 'Req');
  const tests = new TestExplorer({ surroundings, runs, variables, environments }, controller, summary);
  return {
    handlers: runCommands(tests, summary),
    cancelAll: (): void => tests.cancelAll(),
    dispose(): void {
      tests.dispose();
      summary.dispose();
    },
  };
}
