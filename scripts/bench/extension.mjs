// What a window reads when a `.req` file is opened: how much it is, and how long it takes.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles } from '../bundles.mjs';
import { median } from './measure.mjs';

/** Replaces VS Code's API while the bundle loads: each member is a class, a function and an object of such members. */
const loader = `
const Module = require('node:module');
const fs = require('node:fs');
const any = new Proxy(class {}, { get: (target, key) => (key === 'prototype' ? target.prototype : key === Symbol.toPrimitive ? () => '' : any), apply: () => any, construct: () => any });
// A bundle takes the module for the prototype of its own.
const vscode = new Proxy({}, { get: (_, key) => any[key], getPrototypeOf: () => any });
const load = Module._load;
Module._load = function (request, ...rest) { return request === 'vscode' ? vscode : load.call(this, request, ...rest); };
const start = performance.now();
require(process.argv[1]);
const ms = performance.now() - start;
const bytes = Object.keys(require.cache).map((file) => fs.statSync(file).size).reduce((a, b) => a + b);
console.log(JSON.stringify({ ms, bytes }));
`;

/** Loads a built extension in a process of its own. Returns the milliseconds, and the bytes of all files read. */
export const loadExtension = (bundle) => JSON.parse(execFileSync(process.execPath, ['-e', loader, bundle], { encoding: 'utf8' }));

export async function extensionRows(table, scratch) {
  await esbuild.build(bundles({ outdir: scratch, minify: true })['extension.cjs']);
  const loads = Array.from({ length: 11 }, () => loadExtension(path.join(scratch, 'extension.cjs')));
  table.absolute('code read at activation', loads[0].bytes / 1000, 200, 'KB');
  table.absolute('loading it', median(loads.map(({ ms }) => ms)), 25, 'ms');
}
