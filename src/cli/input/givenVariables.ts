import path from 'node:path';
import { jsonToValue, readJson, whyNoJson } from '../../base/json/json.ts';
import { ReqError } from '../../base/reqError.ts';
import { LineIndex } from '../../base/text/text.ts';
import { jsonOrTyped } from '../../base/values/typedValue.ts';
import { isArrayValue, isObjectValue, type Value } from '../../base/values/value.ts';
import type { DataVariables, Origin } from '../../language/index.ts';
import { readLimits } from '../../files/read.ts';
import type { Options } from '../commandLine/args.ts';
import { readText } from '../world/cliFiles.ts';
import { shownPath } from '../world/shownPath.ts';

interface GivenVariable {
  readonly value: Value;
  readonly origin: Origin;
}

/**
 * The variables of `--vars` and `--var` by name. Later ones take precedence, and `--var` overrides all files.
 * @throws {ReqError}
 */
export async function givenVariables(options: Options): Promise<ReadonlyMap<string, GivenVariable>> {
  const all = new Map<string, GivenVariable>();
  for (const name of options.all('vars')) {
    const file = path.resolve(name);
    const origin: Origin = { layer: 'option', option: `--vars ${name}`, file };
    for (const [key, value] of await variablesOf(file)) {
      checkName(key, `${shownPath(file)} defines`);
      all.set(key, { value, origin });
    }
  }
  for (const text of options.all('var')) {
    const [name, written] = nameAndValue('var', text);
    checkName(name, '--var defines');
    all.set(name, { value: jsonOrTyped(written), origin: { layer: 'option', option: '--var' } });
  }
  return all;
}

/** @throws {ReqError} for a reserved name */
function checkName(name: string, who: string): void {
  if (name.startsWith('$'))
    throw new ReqError('usage', `${who} ${name}: names that begin with $ are reserved.`, {
      hint: `Name it ${name.replace(/^\$+/, '') || 'differently'}.`,
    });
}

/**
 * Splits `NAME=VALUE`.
 * @throws {ReqError} of kind `usage`
 */
export function nameAndValue(flag: string, text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  const name = text.slice(0, at).trim();
  if (at < 0) throw new ReqError('usage', `--${flag} is written --${flag} name=value: there is no "=" in it.`);
  if (name === '') throw new ReqError('usage', `--${flag} is written --${flag} name=value: there is no name before the "=".`);
  return [name, text.slice(at + 1)];
}

export const asDataVariables = (all: ReadonlyMap<string, GivenVariable>): DataVariables => ({
  find: (name) => all.get(name),
  names: () => all.keys(),
});

async function variablesOf(file: string): Promise<ReadonlyMap<string, Value>> {
  const text = await readText(file, readLimits.around);
  const result = readJson(text);
  if (!result.ok) {
    const at = LineIndex.of(text).positionAt(result.problem.offset);
    throw new ReqError('usage', `${shownPath(file)} ${whyNoJson(result.problem)}.`, {
      at: { file, line: at.line + 1, column: at.column + 1 },
    });
  }
  const value = withDates(jsonToValue(result.node), file);
  if (!isObjectValue(value)) throw new ReqError('usage', `${shownPath(file)} must be an object of variables: {"name": value}.`);
  return value;
}

/** Converts every `{"$date": "ISO"}` to a date. */
function withDates(value: Value, file: string): Value {
  if (isArrayValue(value)) return value.map((x) => withDates(x, file));
  if (!isObjectValue(value)) return value;
  const written = value.size === 1 ? value.get('$date') : undefined;
  if (written === undefined) return new Map([...value].map(([key, x]) => [key, withDates(x, file)]));
  const date = new Date(typeof written === 'string' ? written : Number.NaN);
  if (Number.isNaN(date.getTime()))
    throw new ReqError('usage', `${shownPath(file)}: {"$date": …} holds a date as ISO 8601 text, such as "2026-01-31T12:00:00Z".`);
  return date;
}
