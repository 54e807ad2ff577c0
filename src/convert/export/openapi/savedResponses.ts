import type { Value } from '../../../base/values/value.ts';
import { parseJson } from '../../../base/json/json.ts';
import { isJsonType, mediaType } from '../../../language/index.ts';
import type { ExportedRequest } from '../model.ts';
import { unknownText, withoutUnknown } from './body.ts';

/** A saved response as an example of a media type. */
export interface ResponseExample {
  readonly title: string;
  /** Undefined if neither the file nor its name contains a status. */
  readonly status: string | undefined;
  readonly type: string;
  readonly value: Value;
}

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  csv: 'text/csv',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

/** The parts of a saved response: its body, or a whole message with a head. */
function partsOf(text: string): { readonly status: string | undefined; readonly type: string | undefined; readonly body: string } {
  const [whole = '', status, head = ''] = /^HTTP\/[\d.]+ ([1-5]\d\d)[^\r\n]*((?:\r?\n[^\r\n]+)*)(?:\r?\n){2}/.exec(text) ?? [];
  return { status, type: /\ncontent-type:[ \t]*([^\r\n]+)/i.exec(head)?.[1], body: text.slice(whole.length) };
}

/** The saved responses of a request. `note` receives omitted parts. */
export function responseExamples({ saved = [], hide }: ExportedRequest, accepted: string | undefined, note: (message: string) => void) {
  return saved.flatMap(({ path, text, problem }): readonly ResponseExample[] => {
    if (text === undefined) {
      note(`The saved response ${path} is left out: ${problem}.`);
      return [];
    }
    const { status, type: written, body } = partsOf(text);
    const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
    const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
    const shown = hide(body, 'response');
    const json = parseJson(shown);
    const type =
      written === undefined ? (json === undefined ? (types[extension] ?? accepted ?? 'text/plain') : undefined) : mediaType(written);
    const known = type ?? (accepted !== undefined && isJsonType(accepted) ? accepted : 'application/json');
    const addNote = (): void => note(`A secret or a placeholder is left out of the saved response ${path}.`);
    const value = json !== undefined && isJsonType(known) ? withoutUnknown(json, addNote) : shown.replace(unknownText, '');
    if (typeof value === 'string' && value !== shown && json === undefined) addNote();
    return [
      {
        title: name.replace(/\.\w+$/, ''),
        status: status ?? /[._-]([1-5]\d\d)(?:\.\w+)?$/.exec(name)?.[1],
        type: known,
        value,
      },
    ];
  });
}
