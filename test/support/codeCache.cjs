'use strict';
// oxlint-disable no-underscore-dangle -- the names are those of Node.js
// What Node.js 22 does for the command by itself (`compileCache` in scripts/bundles.mjs): keeps the compiled code beside the bundles. The
// thousand commands that tests start take a quarter less processor time each. With `REQ_TEST_CODE_CACHE=write` the process keeps what it
// has compiled when it ends, else it uses what is there.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const ending = '.code';
const writes = process.env.REQ_TEST_CODE_CACHE === 'write';
const compile = Module.prototype._compile;

const scriptOf = (content, filename, cachedData) => new vm.Script(Module.wrap(content.replace(/^#!/, '//')), { filename, cachedData });

/**
 * V8 rejects code compiled with other flags, and the command sets some. So all files are read before it runs, and written without the
 * flags.
 */
const scripts = new Map();
if (writes) v8.setFlagsFromString = () => undefined;
else {
  for (const name of fs.readdirSync(__dirname).filter((each) => each.endsWith(ending))) {
    const file = path.join(__dirname, name.slice(0, -ending.length));
    scripts.set(file, scriptOf(fs.readFileSync(file, 'utf8'), file, fs.readFileSync(file + ending)));
  }
}

Module.prototype._compile = function (content, filename) {
  if (path.dirname(filename) !== __dirname) return compile.call(this, content, filename);
  const script = scripts.get(filename) ?? (writes ? scriptOf(content, filename) : undefined);
  if (script === undefined) return compile.call(this, content, filename);
  if (writes) process.once('exit', () => fs.writeFileSync(filename + ending, script.createCachedData()));
  const require = (id) => this.require(id);
  Object.assign(require, Module.createRequire(filename), { main: process.mainModule, cache: Module._cache });
  return script.runInThisContext().call(this.exports, this.exports, require, this, filename, path.dirname(filename));
};
