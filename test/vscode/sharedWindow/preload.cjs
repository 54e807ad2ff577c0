'use strict';
// Comes before everything else in the processes of a server whose window suites share. In the extension host, keeps what VS Code
// starts Req with: an extension cannot, as it may come after Req.
const Module = require('node:module');
const path = require('node:path');
const { isMainThread } = require('node:worker_threads');

const main = path.resolve(__dirname, '../../../dist/extension.cjs');

if (isMainThread && process.argv.includes('--type=extensionHost')) {
  // For no program that Req starts.
  const own = process.execArgv.findIndex((argument) => argument.includes(__filename));
  if (own >= 0) process.execArgv.splice(own, 1);
  const req = { main, module: undefined, context: undefined };
  const wrapper = {
    activate: (context) => {
      req.context = context;
      return req.module.activate(context);
    },
    deactivate: () => req.module?.deactivate(),
  };
  const load = Object.getOwnPropertyDescriptor(Module.prototype, 'require').value;
  Module.prototype.require = function (request) {
    const exports = load.call(this, request);
    if (request !== main) return exports;
    req.module = exports;
    return wrapper;
  };
  globalThis[Symbol.for('req.sharedWindow')] = req;
}
