// What chai uses of Node.js to announce its plugins, which nobody listens to.
// oxlint-disable-next-line typescript/no-extraneous-class -- a base class
globalThis.Event ??= class Event {
  constructor(type) {
    this.type = type;
  }
};
globalThis.EventTarget ??= class EventTarget {
  addEventListener() {}
  removeEventListener() {}
  dispatchEvent() {
    return true;
  }
};

/** Keeps this module in the bundle. */
export const hasEvents = true;
