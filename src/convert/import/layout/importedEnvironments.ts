import { isArrayValue, isObjectValue, valueToJson, type Value } from '../../../base/values/value.ts';
import { asTemplate, type RawTexts } from '../../text/literalText.ts';
import { credential, markedVariable } from '../secrets/credentials.ts';
import type { ImportedFile, AddNote } from '../importResult.ts';

/** A value of an environment. The text may contain marks. */
export interface EnvironmentValue {
  readonly name: string;
  readonly value: Value;
  readonly secret: boolean;
}

export type Environments = ReadonlyMap<string, readonly EnvironmentValue[]>;

/** Adds an environment. In other clients several may have the same name: all but the first get a number. Shared values are joined. */
export function addEnvironment(
  environments: Map<string, readonly EnvironmentValue[]>,
  name: string,
  values: readonly EnvironmentValue[],
  addNote: AddNote,
): void {
  for (const lost of replacedNames(values))
    addNote('warning', `Several variables of the environment ${name} are called ${lost}: only the last is imported.`);
  if (name === '$shared') return void environments.set(name, [...(environments.get(name) ?? []), ...values]);
  let free = name;
  for (let i = 2; environments.has(free); i++) free = `${name} ${i}`;
  if (free !== name) addNote('information', `Another environment is called ${name} too: this one becomes ${free}.`);
  environments.set(free, values);
}

/** The names of several variables with different values: other clients allow names that Req writes alike. */
function replacedNames(values: readonly EnvironmentValue[]): ReadonlySet<string> {
  const known = new Map<string, string>();
  const found = new Set<string>();
  for (const { name, value } of values) {
    const json = valueToJson(value);
    if ((known.get(name) ?? json) !== json) found.add(name);
    known.set(name, json);
  }
  return found;
}

/**
 * The environment file, if there are environments. Secrets and likely credentials are marked.
 * @param raw collects texts that templates cannot express; undefined if the texts contain placeholders of Req instead of marks
 */
export function environmentFiles(environments: Environments, raw: RawTexts | undefined): readonly ImportedFile[] {
  if (environments.size === 0) return [];
  const secrets = [...environments.values()].flatMap((values) => values.filter((v) => v.secret).map((v) => v.name));
  const content = new Map<string, Value>();
  for (const [environment, values] of environments) {
    const marked = ({ name, value, secret }: EnvironmentValue): Value => {
      // The value differs between environments.
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

/**
 * Replaces all texts in a value.
 * @param change receives the closest key of each text
 */
function mapTexts(value: Value, change: (name: string, text: string) => string, name = ''): Value {
  if (typeof value === 'string') return change(name, value);
  if (isArrayValue(value)) return value.map((v) => mapTexts(v, change, name));
  if (isObjectValue(value)) return new Map(Array.from(value, ([key, v]) => [key, mapTexts(v, change, key)] as const));
  return value;
}
