// `events`, `timers` and `stream` of Node.js, as far as the packages use them.
const all = new WeakMap();

const listenersOf = (emitter) => {
  if (!all.has(emitter)) all.set(emitter, new Map());
  return all.get(emitter);
};

class EventEmitter {
  on(name, listener) {
    listenersOf(this).set(name, [...this.listeners(name), listener]);
    return this;
  }
  addListener(name, listener) {
    return this.on(name, listener);
  }
  once(name, listener) {
    const once = (...args) => {
      this.removeListener(name, once);
      listener.apply(this, args);
    };
    return this.on(name, once);
  }
  removeListener(name, listener) {
    listenersOf(this).set(
      name,
      this.listeners(name).filter((known) => known !== listener),
    );
    return this;
  }
  removeAllListeners(name) {
    if (name === undefined) listenersOf(this).clear();
    else listenersOf(this).delete(name);
    return this;
  }
  listeners(name) {
    return listenersOf(this).get(name) ?? [];
  }
  emit(name, ...args) {
    const called = this.listeners(name);
    if (name === 'error' && called.length === 0) throw args[0];
    for (const listener of called) listener.apply(this, args);
    return called.length > 0;
  }
}

/** Base class of a stream that is never read. */
function Stream() {}

// oxlint-disable-next-line typescript/no-implied-eval -- the packages pass functions
module.exports = Object.assign(EventEmitter, { EventEmitter, Stream, setImmediate: (call) => globalThis.setImmediate(call) });
