'use strict';
// What VS Code is given as the test module. It runs in the extension host: sends what is printed there to the file
// the runner follows (VS Code would mix it into its own log), runs the suite's own `run()`, and leaves its result.
const { Console } = require('node:console');
const fs = require('node:fs');
const { Writable } = require('node:stream');

const { REQ_SUITE_ENTRY: entry, REQ_SUITE_OUTPUT: output, REQ_SUITE_RESULT: result } = process.env;

exports.run = async () => {
  const write = (chunk, _encoding, done) => {
    fs.appendFileSync(output, chunk);
    done();
  };
  // The methods of VS Code's console cannot be assigned to, the console itself can.
  globalThis.console = new Console({ stdout: new Writable({ write }), stderr: new Writable({ write }) });
  process.stdout.write = process.stderr.write = (chunk, encoding, done) => {
    fs.appendFileSync(output, chunk);
    const callback = typeof encoding === 'function' ? encoding : done;
    if (callback) process.nextTick(callback);
    return true;
  };
  try {
    await require(entry).run();
    fs.writeFileSync(result, 'passed');
  } catch (error) {
    fs.writeFileSync(result, 'failed');
    throw error; // VS Code prints it.
  }
};
