import type { Ask } from './hostFunction.ts';
import { words } from './chaiWords.ts';
import { freeze, isArray, jsonParse, jsonStringify, TypeErrorCtor } from './primordials.ts';

type Name = 'sign' | 'verify' | 'decode';

/** `tool.jwt`. The host has the keys. */
export function createJwt(ask: Ask): object {
  const call = (name: Name, first: unknown, options: unknown): string => {
    if (options !== undefined && !isPlain(options)) throw new TypeErrorCtor(words`tool.jwt.${name} takes its options as an object`);
    return ask({ op: 'jwt', name, args: words`[${jsonStringify(first as string)},${jsonStringify((options ?? {}) as string)}]` }) as string;
  };
  const token = (name: Name, text: unknown): unknown => {
    if (typeof text !== 'string') throw new TypeErrorCtor(words`tool.jwt.${name} takes a token as text`);
    return text;
  };
  return freeze({
    sign: (claims: unknown, options: unknown) => {
      if (!isPlain(claims)) throw new TypeErrorCtor('tool.jwt.sign takes the claims as an object');
      return call('sign', claims, options);
    },
    verify: (text: unknown, options: unknown) => jsonParse(call('verify', token('verify', text), options)),
    decode: (text: unknown) => jsonParse(call('decode', token('decode', text), undefined)),
  });
}

const isPlain = (value: unknown): boolean => typeof value === 'object' && value !== null && !isArray(value);
