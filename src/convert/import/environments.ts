import { valueToJson, type Value } from '../../base/value.ts';
import { asTemplate, RawTexts } from '../text/literal.ts';
import type { ImportedFile } from './result.ts';

/** One value of an environment. Its text may hold marks. */
export interface EnvironmentValue {
  readonly name: string;
  readonly value: Value;
  readonly secret: boolean;
}

export type Environments = ReadonlyMap<string, readonly EnvironmentValue[]>;

/**
 * The files of environments: secrets stand in the private one.
 * @param options `isTemplate`: texts hold placeholders as Req writes them, not marks
 */
export function environmentFiles(environments: Environments, options: { readonly isTemplate?: boolean } = {}): readonly ImportedFile[] {
  const written = (value: Value): Value => (typeof value === 'string' && options.isTemplate !== true ? template(value) : value);
  return [false, true].flatMap((secret) => {
    const content = new Map<string, Value>();
    for (const [name, values] of environments) {
      const kept = values.filter((v) => v.secret === secret);
      if (!secret || kept.length > 0) content.set(name, new Map(kept.map((v) => [v.name, written(v.value)])));
    }
    const path = secret ? 'http-client.private.env.json' : 'http-client.env.json';
    return content.size === 0 ? [] : [{ path, text: `${valueToJson(content, 2)}\n` }];
  });
}

/** What no template can write, backslashes before braces, is left out. */
const template = (text: string): string => asTemplate(text, new RawTexts('')).replace(/\{\{\[\d+\]\}\}/g, '');
