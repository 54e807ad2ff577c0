import type { FileFacts } from './fileFacts.ts';

type AddNote = (level: 'information' | 'warning', message: string) => void;

/** Converts a line `@name = value` to its start in Req and the unchanged value. Undefined if it defines nothing. */
export function definitionOf(
  text: string,
  facts: FileFacts,
  line: number,
  addNote: AddNote,
): { readonly start: string; readonly value: string } | undefined {
  const m = /^\s*@([^\s=]+)(\s*:?=\s*)(.*)$/.exec(text);
  if (m === null) return undefined;
  const [, name = '', sign = '', value = ''] = m;
  if (sign.includes(':')) addNote('warning', `@${name} is evaluated as JavaScript in httpYac; here it is text.`);
  const { renamed, redefined, dialect, environmentNames } = facts;
  const written = renamed.get(name) ?? name;
  if (written !== name) addNote('information', `The variable ${name} is called ${written}.`);
  if (dialect === 'rest-client' && /\\[nrt]/.test(value))
    addNote('warning', `@${name}: \\n and similar escapes are two characters in Req, not a line break.`);
  if ((dialect === 'jetbrains' || dialect === 'kulala') && environmentNames.has(name))
    addNote('warning', `@${name}: the environment's value would win there; in Req the file's does.`);
  if (dialect !== 'httpyac' && dialect !== 'jetbrains') {
    for (const [, used = ''] of value.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)) {
      if ((redefined.get(used) ?? 0) > line)
        addNote('warning', `@${name} uses {{${used}}}, which is defined again further down: Req takes the value above, not the last one.`);
    }
  }
  // Two braces start a placeholder.
  if (/^\s*(?:\{(?!\{)|\[)/.test(value) && /[\]}]\s*$/.test(value))
    addNote('information', `@${name}: a value that is JSON is an object in Req; it is inserted without white space.`);
  return { start: `@${written}${sign.replace(':', '')}`, value };
}
