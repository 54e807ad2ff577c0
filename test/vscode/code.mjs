#!/usr/bin/env node
// Stands in for VS Code's executable where none can be downloaded: takes the arguments that runTests() of
// @vscode/test-electron passes, runs the suite in the VS Code server, and exits 0 when it passed, 1 when a test
// failed, 2 when it was cut short.
import fs from 'node:fs';
import path from 'node:path';
import { register } from 'tsx/esm/api';

register();
const { runSuite } = await import('./runSuite.ts');

const options = {};
let folder;
for (const argument of process.argv.slice(2)) {
  const [, name, value] = /^--([\w-]+)=?(.*)$/s.exec(argument) ?? [];
  if (name === undefined) folder = argument;
  else options[name] = value;
}
const settingsFile = path.join(options['user-data-dir'], 'User/settings.json');
const settings = fs.existsSync(settingsFile) ? JSON.parse(fs.readFileSync(settingsFile, 'utf8')) : {};
const result = await runSuite({ extension: options.extensionDevelopmentPath, entry: options.extensionTestsPath, folder, settings });
process.exit({ passed: 0, failed: 1, aborted: 2 }[result]);
