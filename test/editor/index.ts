import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import Mocha from 'mocha';
import CountingReporter from '../support/countingReporter.ts';

/** Runs the suites beside this module. VS Code calls it in the extension host; it rejects when a test fails. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 300_000, reporter: CountingReporter });
  const { REQ_TEST_GREP: words } = process.env;
  if (words !== undefined) mocha.grep(words);
  const suites = fs.readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.cjs'));
  if (suites.length === 0) throw new Error('There is no suite to run.');
  mocha.suite.on('suite', (suite) => suite.afterAll(closeEditors));
  for (const suite of suites) mocha.addFile(path.join(import.meta.dirname, suite));
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} of the tests in the extension host failed.`);
}

/** Closes a suite's unchanged files: VS Code lays out each tab, and Req checks each open file, at every change. */
async function closeEditors(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter((tab) => !tab.isDirty));
}
