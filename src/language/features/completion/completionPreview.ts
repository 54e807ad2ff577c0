import { createMask, maskText } from '../../../base/masks/mask.ts';
import { isArrayValue, isObjectValue, valueToText, type Value } from '../../../base/values/value.ts';
import { visibleText } from '../../../base/text/visible.ts';

/** Limit of characters per text, so that a value of megabytes costs no more than a small one. */
const mostRead = 10_000;
const longest = 40;

export type Preview = (value: Value, secret?: boolean) => string;

/** Creates a preview that masks secrets. Masks each text before truncating it, so that no part of a secret remains. */
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
