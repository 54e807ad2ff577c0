import * as vscode from 'vscode';
import type { StoredFacts } from '../response/record/storedRun.ts';

/** Steps of the walkthrough that VS Code checks off by a context key. */
type FirstStep = 'create' | 'send' | 'environments' | 'streams' | 'tests';

/** Milliseconds without a further report of a step, for runs of many requests. */
const calm = 2000;
const reported = new Map<FirstStep, number>();

/**
 * Checks off a step of the walkthrough. To be called once the user has succeeded, because a command may fail or be cancelled. The key is
 * true only for a moment: VS Code starts to follow keys when it first shows a walkthrough, and ignores those that are true by then.
 */
export function didStep(step: FirstStep): void {
  const now = performance.now();
  if (now - (reported.get(step) ?? -calm) < calm) return;
  reported.set(step, now);
  for (const value of [true, false]) void vscode.commands.executeCommand('setContext', `req.did.${step}`, value);
}

/** Checks off the steps that a run has done. */
export function didRun({ status, events, tests }: Pick<StoredFacts, 'status' | 'events' | 'tests'>): void {
  if (status !== null) didStep('send');
  if (events > 0) didStep('streams');
  if (tests.passed + tests.failed > 0) didStep('tests');
}
