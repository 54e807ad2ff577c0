import { isArrayValue, isObjectValue, type Value } from '../../base/values/value.ts';
import { secretName } from '../import/secrets/credentials.ts';
import { variableName } from '../import/layout/fileNames.ts';
import { marked } from '../import/reading/importedPlaceholders.ts';
import type { AddNote } from '../import/importResult.ts';

/** Returns the name of a request by id. `isSent`: the request must be sent before the one that refers to it. */
export type RequestNames = (id: string, isSent: boolean) => string | undefined;

export function insomniaText(text: string, names: RequestNames, addNote: AddNote): string {
  const tags: string[] = [];
  // Replace tags first; their arguments are not templates.
  const without = text.replace(/\{%-?\s*(\w+)\s*([^]*?)-?%\}/g, (whole: string, name: string, rest: string) => {
    const made = tagOf(name, argumentsOf(rest), names);
    if (made === undefined) {
      addNote('warning', `The tag ${whole.length > 60 ? `${whole.slice(0, 60)}…` : whole} is unknown to Req.`);
      return whole;
    }
    tags.push(made);
    return `{{#${tags.length - 1}}}`;
  });
  return marked(without, (inner) => {
    const tag = /^#(\d+)$/.exec(inner);
    if (tag !== null) return tags[Number(tag[1])];
    // Insomnia does not export values of its vault.
    const kept = /^vault\.([\w-]+)$/.exec(inner.replace(/^_\./, ''))?.[1];
    if (kept !== undefined) return `$secret.${secretName(kept)}`;
    const path = inner
      .replace(/^_(?=[.[])/, '')
      .replace(/^\./, '')
      .replace(/^\[\s*(["'])([^"']*)\1\s*\]/, '$2')
      .replace(/\[\s*'([^'"]*)'\s*\]/g, '["$1"]');
    if (/[|(]/.test(path)) {
      addNote('warning', `{{ ${inner} }} is unknown to Req.`);
      return undefined;
    }
    const [head = '', ...rest] = path.split(/(?=[.[])/);
    const name = variableName(head);
    if (name !== head) addNote('information', `The variable ${JSON.stringify(head)} is called ${name}.`);
    return name + rest.join('');
  });
}

function argumentsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/'([^']*)'|"([^"]*)"|([^\s,]+)/g), (m) => m[1] ?? m[2] ?? m[3] ?? '');
}

function tagOf(name: string, args: readonly string[], names: RequestNames): string | undefined {
  switch (name) {
    case 'uuid':
      return '$uuid';
    case 'timestamp':
      return '$timestamp';
    case 'now':
      if (args[0] === 'unix') return '$timestamp';
      return args.length === 0 || args[0] === 'iso-8601' ? '$isoTimestamp' : undefined;
    case 'prompt': {
      const label = (args[1] || args[0] || '').replace(/[{}|\r\n]/g, ' ').trim();
      return label === '' ? undefined : `?${label}`;
    }
    case 'response': {
      const request = names(args[1] ?? '', /^(?:always|no-history|when-expired)$/.test(args[3] ?? ''));
      if (request === undefined) return undefined;
      const wanted = encoded(args[2] ?? '');
      if (args[0] === 'raw') return `${request}.response.body`;
      if (args[0] === 'header') return /^[\w-]+$/.test(wanted) ? `${request}.response.headers.${wanted}` : undefined;
      if (args[0] !== 'body' || !/^\$(?:\.[\w$-]+|\[\d+\]|\[(?:'[^']*'|"[^"]*")\])*$/.test(wanted)) return undefined;
      return `${request}.response.body${wanted.slice(1)}`;
    }
    default:
      return undefined;
  }
}

/** Decodes `b64::JC5h::46b`, the encoding of tag arguments. */
function encoded(text: string): string {
  const m = /^b64::([A-Za-z0-9+/=]*)::46b$/.exec(text);
  if (m === null) return text;
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(m[1] ?? ''), (c) => c.charCodeAt(0)));
  } catch {
    return text;
  }
}

export function insomniaValue(value: Value, translate: (text: string) => string): Value {
  if (typeof value === 'string') return translate(value);
  if (isArrayValue(value)) return value.map((v) => insomniaValue(v, translate));
  if (isObjectValue(value)) return new Map([...value].map(([k, v]) => [k, insomniaValue(v, translate)]));
  return value;
}
