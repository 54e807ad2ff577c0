import { createMask, maskText } from '../../../base/mask.ts';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../../base/value.ts';
import { visibleText } from '../../../base/visible.ts';

/** Texts beyond this are not looked at: a value of megabytes must not cost more than one that fits. */
const mostRead = 10_000;
const longest = 40;

/** Shows values in a few words. */
export type Preview = (value: Value, secret?: boolean) => string;

/** Previews that hide these secrets. Each text inside a value is masked before anything is cut, so that no half of a secret is left. */
export function createPreview(secrets: Iterable<string>): Preview {
  const mask = createMask(secrets);
  const text = (value: Value): string => mask(valueToText(value).slice(0, mostRead));
  const write = (value: Value, room: number): string => {
    if (typeof value === 'string') return JSON.stringify(text(value).slice(0, room + 1));
    if (isArrayValue(value)) return list('[', ']', value.values(), room, write);
    if (isObjectValue(value)) return list('{', '}', value.entries(), room, ([key, of], left) => `${mask(key)}: ${write(of, left)}`);
    return text(value);
  };
  return (value, secret = false) => {
    if (secret) return maskText;
    const whole = typeof value === 'string' ? text(value) : write(value, longest);
    const line = visibleText(whole.slice(0, longest + 1).replace(/\s+/g, ' '));
    return line.length > longest ? `${line.slice(0, longest)}…` : line;
  };
}

function list<T>(open: string, close: string, entries: Iterable<T>, room: number, write: (entry: T, room: number) => string): string {
  let out = open;
  for (const entry of entries) {
    if (out.length > room) return `${out}…`;
    out += (out.length > 1 ? ', ' : '') + write(entry, room - out.length);
  }
  return out + close;
}
