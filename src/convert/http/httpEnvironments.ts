import { pushAll } from '../../base/lists.ts';
import { parseJson } from '../../base/json/json.ts';
import { isObjectValue } from '../../base/values/value.ts';
import { environmentFiles, type EnvironmentValue } from '../import/layout/importedEnvironments.ts';
import type { ImportedFile, ImportInput, ImportNote } from '../import/importResult.ts';
import { at, object } from '../import/reading/importedValues.ts';

export interface HttpEnvironments {
  readonly files: readonly ImportedFile[];
  readonly notes: readonly ImportNote[];
  readonly names: ReadonlySet<string>;
}

const own = /(?:^|\/)http-client(?:\.private)?\.env\.json(?:\.user)?$/;

/** Whether a file may contain environments for `.http` files. */
export const isEnvironmentFile = (path: string): boolean =>
  own.test(path) || /(?:^|\/)(?:\.vscode\/)?settings\.json$|\.code-workspace$/.test(path);

/** Converts environment files beside `.http` files and the settings of REST Client. */
export function httpEnvironments(inputs: readonly ImportInput[]): HttpEnvironments {
  const files: ImportedFile[] = [];
  const notes: ImportNote[] = [];
  const names = new Set<string>();
  for (const { path, text } of inputs) {
    const note = (level: ImportNote['level'], message: string): void => void notes.push({ file: path, level, message });
    const value = parseJson(own.test(path) ? text : withoutComments(text));
    if (value === undefined || !isObjectValue(value)) {
      note('warning', 'It is not JSON and is left out.');
      continue;
    }
    if (own.test(path)) {
      for (const [environment, values] of value) {
        if (at(values, 'SSLConfiguration') !== undefined)
          note('warning', `${environment}.SSLConfiguration has no effect: write # @cert and # @key, or # @insecure, in collection.req.`);
        for (const [name, v] of object(values)) {
          names.add(name);
          if (at(v, 'provider') !== undefined)
            note('warning', `${environment}.${name} is in a store of secrets of Visual Studio: Req reads it as the secret ${name}.`);
        }
      }
      const target = path.endsWith('.user') ? path.replace(/http-client\.env\.json\.user$/, 'http-client.private.env.json') : path;
      files.push({ path: target, text });
      continue;
    }
    for (const [name, advice] of Object.entries(otherSettings))
      if ((at(value, 'settings', name) ?? value.get(name)) !== undefined) note('warning', `${name} has no effect: ${advice}.`);
    const settings = at(value, 'settings', 'rest-client.environmentVariables') ?? value.get('rest-client.environmentVariables');
    if (settings === undefined) continue;
    const environments = new Map<string, readonly EnvironmentValue[]>();
    for (const [environment, values] of object(settings)) {
      const kept: EnvironmentValue[] = [];
      for (const [name, v] of object(values)) {
        names.add(name);
        // `{{$shared x}}` refers to the value shared by all environments.
        kept.push({ name, value: typeof v === 'string' ? v.replace(/\{\{\$shared\s+([^{}\s]+)\s*\}\}/g, '{{$1}}') : v, secret: false });
      }
      environments.set(environment, kept);
    }
    note('information', 'The environments of REST Client are written to http-client.env.json.');
    pushAll(files, environmentFiles(environments, undefined));
  }
  return { files, notes, names };
}

/** Settings of REST Client that change what it sends, and what to write instead. */
const otherSettings: Readonly<Record<string, string>> = {
  'rest-client.defaultHeaders': 'write the headers in collection.req',
  'rest-client.certificates': 'write # @cert and # @key in collection.req',
  'rest-client.followredirect': 'write # @no-redirect in collection.req',
  'rest-client.formParamEncodingStrategy': 'forms are encoded automatically',
};

/** Removes comments and trailing commas from JSON. */
function withoutComments(text: string): string {
  return text
    .replace(/("(?:[^"\\]|\\[^])*")|\/\/[^\r\n]*|\/\*[^]*?\*\//g, (_, quoted?: string) => quoted ?? '')
    .replace(/("(?:[^"\\]|\\[^])*")|,(?=\s*[}\]])/g, (_, quoted?: string) => quoted ?? '');
}
