import type { SandboxKey } from '../../calls/subtleCalls.ts';
import { subtleMethods } from '../../subtleMethods.ts';
import { kit } from '../kit.ts';
import { createHashes } from './hashes.ts';
import { bytesOf, call, DOMException, fromLatin1, latin1, valueOf } from './calls.ts';

/** `crypto`: Node.js computes the results, and holds the keys. */
export function createCrypto(): { readonly crypto: object; readonly CryptoKey: unknown } {
  const { ask, wait, printAs } = kit();
  const numbers = new WeakMap<object, number>();
  let making: SandboxKey | undefined;

  class CryptoKey {
    readonly type: string;
    readonly extractable: boolean;
    readonly algorithm: unknown;
    readonly usages: readonly string[];

    constructor() {
      if (making === undefined) throw new TypeError('Illegal constructor');
      const key = making;
      making = undefined;
      numbers.set(this, key.$key);
      this.type = key.type;
      this.extractable = key.extractable;
      this.algorithm = read(key.algorithm);
      this.usages = key.usages;
      Object.freeze(this);
    }
  }

  function read(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(read);
    if ('$bytes' in value) return fromLatin1(String(value.$bytes));
    if ('$key' in value) {
      making = value as SandboxKey;
      return new CryptoKey();
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(member)]));
  }

  function written(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const bytes = bytesOf(value);
    if (bytes !== undefined) return { $bytes: latin1(bytes) };
    const key = numbers.get(value);
    if (key !== undefined) return { $key: key };
    if (Array.isArray(value)) return value.map(written);
    const members: Record<string, unknown> = {};
    for (const name in value) members[name] = written((value as Record<string, unknown>)[name]);
    return members;
  }

  const start = async (name: (typeof subtleMethods)[number], args: readonly unknown[]): Promise<unknown> => {
    const text = JSON.stringify(args.map(written));
    const outcome = await new Promise<string>((resolve) => void wait((id) => void ask({ op: 'subtle', id, name, args: text }), resolve));
    const value = read(valueOf(outcome));
    return value instanceof Uint8Array ? value.buffer : value;
  };
  const subtle = Object.fromEntries(subtleMethods.map((name) => [name, (...args: unknown[]) => start(name, args)]));

  const crypto = {
    ...createHashes(),
    subtle: Object.freeze(subtle),
    randomUUID: () => ask({ op: 'uuid' }),
    getRandomValues: (target: unknown) => {
      const bytes = ArrayBuffer.isView(target) && !(target instanceof DataView) ? bytesOf(target) : undefined;
      if (bytes === undefined || target instanceof Float32Array || target instanceof Float64Array)
        throw new DOMException('The data argument must be an integer-type TypedArray', 'TypeMismatchError');
      bytes.set(fromLatin1(call('random', bytes.length)));
      return target;
    },
  };
  printAs(crypto, () => ({ subtle }));
  return { crypto: Object.freeze(crypto), CryptoKey };
}
