import { kit } from '../kit.ts';

const own = new WeakSet<object>();

/** Marks a part of `pm.request`, whose placeholders are those of the request. */
export const markOwn = <T extends object>(part: T): T => {
  own.add(part);
  return part;
};

export const isOwn = (part: unknown): boolean => typeof part === 'object' && part !== null && own.has(part);

/** A text of the request itself. Before it is sent, its placeholders are filled in, as in the request; afterwards it is data. */
export const ownFilled = (text: unknown): string => (kit().response === undefined ? kit().tool.interpolate(String(text)) : String(text));
