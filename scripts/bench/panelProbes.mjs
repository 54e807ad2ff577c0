// Code that measures in the pages of the workbench, by the page's own clock. It is text, because it runs there.

/**
 * `whenPainted(look, note, attributes)` calls `note(what, when)` for each different element that `look()` finds, at the end of the first
 * frame that shows it. Changes in a callback of `requestAnimationFrame` are painted in that frame, others in the next one. `attributes` are
 * the observed attributes.
 */
const painting = `
if (globalThis.whenPainted === undefined) {
  let drawing = false;
  const { port1, port2 } = new MessageChannel();
  let waiting = [];
  // A message waits until the frame is painted.
  port1.onmessage = () => {
    drawing = false;
    const done = waiting;
    waiting = [];
    for (const call of done) call(Date.now());
  };
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) =>
    request((time) => {
      drawing = true;
      port2.postMessage(null);
      callback(time);
    });
  globalThis.whenPainted = (look, note, attributes) => {
    let last;
    const observer = new MutationObserver(() => {
      const what = look();
      if (what === undefined || what === last) return;
      last = what;
      const call = (when) => note(what, when);
      if (drawing) waiting.push(call);
      else request(() => (waiting.push(call), port2.postMessage(null)));
    });
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      ...(attributes === undefined ? {} : { attributeFilter: attributes }),
    });
    return observer;
  };
}`;

/** Resolves `painted` with the time at which the body with a number is painted. */
export const watchBody = (n) => `${painting}
globalThis.painted = new Promise((resolve) => {
  const observer = whenPainted(
    () => /"n":\\s?${n}\\b/.test(document.querySelector('.lines')?.textContent ?? '') || undefined,
    (_, when) => {
      observer.disconnect();
      resolve(when);
    },
  );
}); 0`;

/** The time of the paint. Fails with the shown text if it is never painted. */
export const whenBodyPainted = `Promise.race([
  painted,
  new Promise((_, reject) => setTimeout(() => reject(new Error('It shows ' + document.body.innerText.slice(0, 500))), 60_000)),
])`;

/** For each frame with newer events, records when the newest one was sent and when it was painted. */
export const watchEvents = `${painting}
globalThis.frames = [];
globalThis.eventsObserver = whenPainted(
  () => /"at": (\\d+)/.exec([...document.querySelectorAll('.row.event')].at(-1)?.textContent ?? '')?.[0],
  (what, when) => frames.push([Number(what.slice('"at": '.length)), when]),
); 0`;

/** Stops recording and returns the records. */
export const eventFrames = `eventsObserver.disconnect(); frames`;

/** In the workbench: records the times of key presses, of painted characters in an editor, and of all long tasks of the window. */
export const watchKeys = `${painting}
globalThis.keys = [];
globalThis.longTasks = [];
globalThis.keyAt = undefined;
globalThis.keyListener ??= addEventListener('keydown', (event) => (keyAt = Date.now() - (performance.now() - event.timeStamp)), true) ?? true;
globalThis.taskObserver = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)));
taskObserver.observe({ type: 'longtask' });
globalThis.keysObserver = whenPainted(
  () => [...document.querySelectorAll('.editor-instance .view-line')].map((line) => line.textContent).join('\\n'),
  (_, when) => {
    if (keyAt !== undefined) keys.push(when - keyAt);
    keyAt = undefined;
  },
); 0`;

/** Stops recording and returns milliseconds from each key to its character, and of the long tasks. */
export const keysAndTasks = `keysObserver.disconnect(); taskObserver.disconnect(); ({ keys, longTasks })`;

export const lastKey = `keyAt`;

export const countFrames = `
globalThis.frameTimes = [];
globalThis.counting = true;
(function next(time) { frameTimes.push(time); if (counting) requestAnimationFrame(next); })(performance.now()); 0`;

export const frameRate = `counting = false; 1000 * (frameTimes.length - 1) / (frameTimes.at(-1) - frameTimes[0])`;

/** Expressions for `watchFor` that find the awaited elements. */
export const isActive = (name) => `document.querySelector('.tabs-container .tab.active')?.textContent.includes('${name}')`;
export const firstLens = `document.querySelector('.monaco-editor .codelens-decoration a') !== null`;
export const firstLine = `(document.querySelector('.editor-instance .view-line')?.textContent ?? '') !== ''`;
/** The class `visible` is no indication: VS Code sets it 100 ms after the list is shown, and no style uses it. */
export const suggestion = `document.querySelector('.suggest-widget .monaco-list-row')?.checkVisibility({ visibilityProperty: true })`;

/** Records the times of a key press and of the next paint of the element that `look` finds. */
export const watchFor = (look) => `${painting}
globalThis.keyAt = undefined;
globalThis.keyListener ??= addEventListener('keydown', (event) => (keyAt = Date.now() - (performance.now() - event.timeStamp)), true) ?? true;
globalThis.paintedAfterKey = new Promise((resolve) => {
  const observer = whenPainted(
    () => (keyAt !== undefined && ${look}) || undefined,
    (_, when) => {
      observer.disconnect();
      resolve(when - keyAt);
    },
    ['class', 'style'],
  );
}); 0`;

/** Milliseconds from the key to the paint. Fails with the shown text if it is never painted. */
export const whenPaintedAfterKey = `Promise.race([
  paintedAfterKey,
  new Promise((_, reject) => setTimeout(() => reject(new Error('It shows ' + document.body.innerText.slice(0, 500))), 120_000)),
])`;
