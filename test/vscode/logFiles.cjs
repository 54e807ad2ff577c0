'use strict';
// Takes the place of @vscode/spdlog, a C++ module, in the VS Code server the tests run, so that nothing is compiled.
// VS Code does start without it, but then writes no log files, and an output channel shows the text of its log file.
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
let defaultLevel = levels.indexOf('info');

class Logger {
  constructor(file) {
    this.file = file;
    this.level = defaultLevel;
    this.format = (level, message) => `${new Date().toISOString().replace('T', ' ').slice(0, -1)} [${levels[level]}] ${message}\n`;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.appendFileSync(file, '');
    for (const [level, method] of ['trace', 'debug', 'info', 'warn', 'error', 'critical'].entries()) {
      this[method] = (message) => this.write(level, message);
    }
  }

  write(level, message) {
    if (this.file === undefined || level < this.level) return;
    try {
      fs.appendFileSync(this.file, this.format(level, message));
    } catch {
      // The folder has been removed: the run is over.
    }
  }

  getLevel() {
    return this.level;
  }

  setLevel(level) {
    this.level = level;
  }

  setPattern() {}

  clearFormatters() {
    this.format = (_level, message) => String(message);
  }

  flush() {}

  drop() {
    this.file = undefined;
  }
}

exports.version = 0;
exports.Logger = Logger;
exports.setLevel = (level) => {
  defaultLevel = level;
};
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (_name, file) => new Logger(file);
exports.createAsyncRotatingLogger = async (_name, file) => new Logger(file);
