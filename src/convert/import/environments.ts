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

/** The files of environments: secrets stand in the private one. `dir` ends with `/` where it is not empty. */
export function environmentFiles(environments: Environments, dir = ''): readonly ImportedFile[] {
  return [
    { path: `${dir}http-client.env.json`, secret: false },
    { path: `${dir}http-client.private.env.json`, secret: true },
  ].flatMap(({ path, secret }) => {
    const content = new Map<string, Value>();
    for (const [name, values] of environments) {
      const kept = values.filter((v) => v.secret === secret);
      if (secret ? kept.length > 0 : true) content.set(name, new Map(kept.map((v) => [v.name, written(v.value)])));
    }
    return content.size === 0 ? [] : [{ path, text: `${valueToJson(content, 2)}\n` }];
  });
}

/** A text as a template that gives it. What no template can write stays as it is. */
const written = (value: Value): Value => (typeof value === 'string' ? asTemplate(value, new RawTexts('')) .replace(/\{\{\[\d+\]\}\}/g, '') : value);
