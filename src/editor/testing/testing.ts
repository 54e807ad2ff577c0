import * as vscode from 'vscode';
import type { Runs } from '../sending/runs.ts';
import type { RunParts } from './collectionRun.ts';
import { TestExplorer } from './explorer.ts';
import { SummaryPanel, type SummaryParts } from './summaryPanel.ts';

export interface Testing extends vscode.Disposable {
  readonly tests: TestExplorer;
  readonly summary: SummaryPanel;
}

export function openTesting(parts: Omit<RunParts, 'runs'>, runs: Runs, around: SummaryParts): Testing {
  const { surroundings, variables, environments, secrets } = parts;
  const summary = new SummaryPanel(around);
  const controller = vscode.tests.createTestController('req', 'Req');
  const tests = new TestExplorer({ surroundings, runs, variables, environments, secrets }, controller, summary);
  return {
    tests,
    summary,
    dispose(): void {
      tests.dispose();
      summary.dispose();
    },
  };
}
