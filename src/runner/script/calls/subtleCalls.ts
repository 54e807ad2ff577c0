import { webcrypto } from 'node:crypto';
import { subtleMethods } from '../subtleMethods.ts';
import { errorOutcome, type WebOutcome } from './webCalls.ts';

const { subtle } = webcrypto;
type CryptoKey = webcrypto.CryptoKey;

/** Limits on work that cannot be interrupted. */
const maxIterations = 10_000_000;
const maxModulus = 8192;
const maxKeys = 1000;
const maxDerivedBits = 1 << 20;

/** A key in the sandbox, without its material. */
export interface SandboxKey extends Pick<CryptoKey, 'type' | 'extractable' | 'usages'> {
  readonly $key: number;
  readonly algorithm: unknown;
}

/** `crypto.subtle` for one script, with its keys. */
export class SubtleCalls {
  readonly #keys: CryptoKey[] = [];

  /**
   * Runs a method. Resolves with a WebOutcome as JSON text, and never rejects.
   * @param args a JSON array, in which `{ $bytes }` is bytes as characters below 256, and `{ $key }` a key's number
   */
  async call(name: string, args: string): Promise<string> {
    try {
      if (!(subtleMethods as readonly string[]).includes(name)) throw new TypeError(`crypto.subtle has no ${name}`);
      const given = (JSON.parse(args) as unknown[]).map((arg) => this.#read(arg));
      for (const arg of given) checkLimits(arg);
      if (name === 'deriveBits' && Number(given[2]) > maxDerivedBits)
        throw new RangeError(`deriveBits derives at most ${maxDerivedBits} bits`);
      const result = await (subtle[name as 'digest'] as (...of: unknown[]) => Promise<unknown>).apply(subtle, given);
      return JSON.stringify({ value: this.#written(result) } satisfies WebOutcome);
    } catch (e) {
      return JSON.stringify(errorOutcome(e));
    }
  }

  #read(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#read(item));
    if ('$bytes' in value) return new Uint8Array(Buffer.from(String(value.$bytes), 'latin1'));
    if ('$key' in value) {
      const key = this.#keys[Number(value.$key)];
      if (key === undefined) throw new TypeError('The key belongs to another script.');
      return key;
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#read(member)]));
  }

  #written(value: unknown): unknown {
    if (value instanceof ArrayBuffer) return { $bytes: Buffer.from(value).toString('latin1') };
    if (ArrayBuffer.isView(value)) return { $bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1') };
    if (isKey(value)) return this.#keep(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#written(member)]));
  }

  #keep(key: CryptoKey): SandboxKey {
    if (this.#keys.length === maxKeys) throw new RangeError(`a script can have at most ${maxKeys} keys`);
    this.#keys.push(key);
    const { type, extractable, algorithm, usages } = key;
    return { $key: this.#keys.length - 1, type, extractable, algorithm: this.#written({ ...algorithm }), usages };
  }
}

/** A global of Node.js that its types do not declare. */
const { CryptoKey: KeyClass } = globalThis as unknown as { readonly CryptoKey: new () => CryptoKey };
const isKey = (value: unknown): value is CryptoKey => value instanceof KeyClass;

/** @throws {RangeError} for work that would take minutes */
function checkLimits(algorithm: unknown): void {
  if (typeof algorithm !== 'object' || algorithm === null || ArrayBuffer.isView(algorithm) || isKey(algorithm)) return;
  const { iterations, modulusLength } = algorithm as { readonly iterations?: unknown; readonly modulusLength?: unknown };
  if (Number(iterations) > maxIterations) throw new RangeError(`PBKDF2 takes at most ${maxIterations} iterations`);
  if (Number(modulusLength) > maxModulus) throw new RangeError(`RSA keys have at most ${maxModulus} bits`);
}
