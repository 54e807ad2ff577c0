import { isArrayValue, isObjectValue, valueToJson, type Value } from '../../base/value.ts';
import { asTemplate, type RawTexts } from '../text/literalText.ts';
import { credential, markedVariable } from './credentials.ts';
import type { ImportedFile } from './importResult.ts';

/** One value of an environment. Its text may hold marks. */
export interface EnvironmentValue {
  readonly name: string;
  readonly value: Value;
  /** Whether the source says so. */
  readonly secret: boolean;
}

export type Environments = ReadonlyMap<string, readonly EnvironmentValue[]>;

/**
 * The file of environments, if there are any. What is secret, or looks so, is a mark in it.
 * @param raw for what no template can write; undefined where texts hold placeholders as Req writes them, not marks
 */
export function environmentFiles(environments: Environments, raw: RawTexts | undefined): readonly ImportedFile[] {
  if (environments.size === 0) return [];
  const secrets = [...environments.values()].flatMap((values) => values.filter((v) => v.secret).map((v) => v.name));
  const content = new Map<string, Value>();
  for (const [environment, values] of environments) {
    const marked = ({ name, value, secret }: EnvironmentValue): Value => {
      // Each environment has a value of its own.
      const isShared = secrets.indexOf(name) === secrets.lastIndexOf(name);
      if (secret && typeof value === 'string') return credential(isShared ? name : `${name}_${environment}`, value);
      return mapTexts(value, markedVariable, name);
    };
    content.set(environment, new Map(values.map((v) => [v.name, written(marked(v))])));
  }
  return [{ path: 'http-client.env.json', text: `${valueToJson(content, 2)}\n` }];

  function written(value: Value): Value {
    return mapTexts(value, (_, text) => (raw === undefined ? text : asTemplate(text, raw)));
  }
}

/** A value with other texts in it. @param change is given the nearest name that a text has */
function mapTexts(value: Value, change: (name: string, text: string) => string, name = ''): Value {
  if (typeof value === 'string') return change(name, value);
  if (isArrayValue(value)) return value.map((v) => mapTexts(v, change, name));
  if (isObjectValue(value)) return new Map(Array.from(value, ([key, v]) => [key, mapTexts(v, change, key)] as const));
  return value;
}
