// What a window reads when a `.req` file is opened: how much it is, and how long it takes.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { bundles } from '../bundles.mjs';
import { median } from './measure.mjs';

/** Stands in for VS Code's API while the bundle loads: anything is a class, a function and an object of such. */
const loader = `
const Module = require('node:module');
const any = new Proxy(class {}, { get: (target, key) => (key === 'prototype' ? target.prototype : key === Symbol.toPrimitive ? () => '' : any), apply: () => any, construct: () => any });
// A bundle takes the module for the prototype of its own.
const vscode = new Proxy({}, { get: (_, key) => any[key], getPrototypeOf: () => any });
const load = Module._load;
Module._load = function (request, ...rest) { return request === 'vscode' ? vscode : load.call(this, request, ...rest); };
const start = performance.now();
require(process.argv[1]);
console.log(performance.now() - start);
`;

export async function extensionRows(table, scratch) {
  const options = bundles({ outdir: scratch, minify: true })['extension.cjs'];
  await esbuild.build(options);
  const bundle = path.join(scratch, 'extension.cjs');
  table.absolute('code read at activation', fs.statSync(bundle).size / 1000, 150, 'KB');
  const times = Array.from({ length: 11 }, () => Number(execFileSync(process.execPath, ['-e', loader, bundle], { encoding: 'utf8' })));
  table.absolute('loading it', median(times), 15, 'ms');
}
