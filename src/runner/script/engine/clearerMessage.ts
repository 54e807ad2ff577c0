import type { Positions } from './positions.ts';

const noNetwork = 'scripts have no network, but tool.send("NAME") sends a request of the collection';
const noBrowser = 'scripts run outside of a browser';

/** Globals of other environments, and what to do without them. */
const absent: Readonly<Record<string, string>> = {
  fetch: noNetwork,
  XMLHttpRequest: noNetwork,
  axios: noNetwork,
  process: 'tool.interpolate("{{$env.NAME}}") reads a variable of the environment',
  window: noBrowser,
  document: noBrowser,
};

/**
 * The engine's message with the name of the function that it leaves out, and with what to do about a missing global.
 * @param stack the error's stack trace; empty if it has none
 */
export function clearerMessage(message: string, stack: string, positions: Positions): string {
  if (message === 'TypeError: not a function') {
    const at = positions.ofStack(stack);
    const name = at && positions.calleeAt(at);
    return name === undefined ? message : `TypeError: ${name} is not a function`;
  }
  const name = /^ReferenceError: '([A-Za-z]+)' is not defined$/.exec(message)?.[1] ?? '';
  return Object.hasOwn(absent, name) ? `${message}: ${absent[name] as string}` : message;
}
