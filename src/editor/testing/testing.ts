import * as vscode from 'vscode';
import type { Runs } from '../sending/runs.ts';
import type { RunParts } from './collectionRun.ts';
import { TestExplorer } from './explorer.ts';
import { SummaryPanel, type SummaryParts } from './summaryPanel.ts';

export interface Testing extends vscode.Disposable {
  readonly tests: TestExplorer;
  readonly summary: SummaryPanel;
}

export function openTesting(parts: Omit<RunParts, 'runs' | 'moved'>, runs: Runs, around: Omit<SummaryParts, 'surroundings'>): Testing {
  const { surroundings, variables, environments, secrets } = parts;
  const { moved } = around;
  const summary = new SummaryPanel({ ...around, surroundings });
  const controller = vscode.tests.createTestController('req', 'Req');
  const tests = new TestExplorer({ surroundings, runs, variables, environments, secrets, moved }, controller, summary);
  return {
    tests,
    summary,
    dispose(): void {
      tests.dispose();
      summary.dispose();
    },
  };
}
