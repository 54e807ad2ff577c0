import type { Value } from '../../base/values/value.ts';
import { at, has, list, object, text } from '../import/reading/importedValues.ts';
import type { BruFile, Entry } from './bru.ts';

const valueOf = (v: Value | undefined): string => (has(v, 'data') ? text(v, 'data') : text(v));

const entries = (v: Value | undefined): readonly Entry[] =>
  list(v).map((e) => ({ name: text(e, 'name'), value: valueOf(at(e, 'value')), enabled: text(e, 'disabled') !== 'true' }));

const scripts: Readonly<Record<string, string>> = {
  'before-request': 'script:pre-request',
  'after-response': 'script:post-response',
  tests: 'tests',
};

const authFields: Readonly<Record<string, string>> = {
  placement: 'placement',
  flow: 'grant_type',
  accessTokenUrl: 'access_token_url',
  authorizationUrl: 'authorization_url',
  callbackUrl: 'callback_url',
  scope: 'scope',
};

/** Converts an OpenCollection YAML document to the equivalent `.bru` file. */
export function fromOpenCollection(document: Value): BruFile {
  const texts = new Map<string, string>();
  const dictionaries = new Map<string, readonly Entry[]>();
  const set = (name: string, value: readonly Entry[]): void => void (value.length > 0 && dictionaries.set(name, value));
  const type = text(document, 'info', 'type');
  const isRequest = has(document, 'http') || has(document, 'graphql') || ['grpc', 'websocket'].includes(type);
  const message = has(document, 'http')
    ? at(document, 'http')
    : has(document, 'graphql')
      ? at(document, 'graphql')
      : at(document, 'request');
  const runtime = isRequest ? at(document, 'runtime') : at(document, 'request');
  const meta = ['name', 'seq', 'type'].map((name): Entry => ({ name, value: text(document, 'info', name), enabled: true }));
  dictionaries.set('meta', meta);
  if (isRequest) {
    const own = [
      { name: 'method', value: text(message, 'method') || (has(document, 'graphql') ? 'POST' : 'GET'), enabled: true },
      { name: 'url', value: text(message, 'url'), enabled: true },
    ];
    dictionaries.set('http', own);
  }
  set('headers', entries(at(message, 'headers')));
  set('params:query', entries(list(at(message, 'params')).filter((p) => text(p, 'type') !== 'path')));
  set('params:path', entries(list(at(message, 'params')).filter((p) => text(p, 'type') === 'path')));
  set('vars:pre-request', entries(at(runtime, 'variables')));
  set(
    'vars:post-response',
    list(at(runtime, 'actions'))
      .filter((a) => text(a, 'type') === 'set-variable')
      .map((a) => ({
        name: text(a, 'variable', 'name'),
        value: text(a, 'selector', 'expression'),
        enabled: text(a, 'disabled') !== 'true',
      })),
  );
  set(
    'assert',
    list(at(runtime, 'assertions')).map((a) => ({
      name: text(a, 'expression'),
      value: `${text(a, 'operator') || 'eq'} ${text(a, 'value')}`.trim(),
      enabled: text(a, 'disabled') !== 'true',
    })),
  );
  for (const s of list(at(runtime, 'scripts'))) {
    const name = scripts[text(s, 'type')];
    if (name !== undefined && text(s, 'code') !== '') texts.set(name, text(s, 'code'));
  }
  const docs = has(at(document, 'docs'), 'content') ? text(document, 'docs', 'content') : text(document, 'docs');
  if (docs !== '') texts.set('docs', docs);
  body(at(message, 'body'), texts, set);
  auth(at(message, 'auth'), set);
  return { texts, dictionaries, lists: new Map() };
}

function body(given: Value | undefined, texts: Map<string, string>, set: (name: string, value: readonly Entry[]) => void): void {
  const variants = list(given);
  const chosen = variants.length === 0 ? given : at(variants.find((v) => text(v, 'selected') === 'true') ?? variants[0], 'body');
  const type = text(chosen, 'type');
  if (has(chosen, 'query')) {
    texts.set('body:graphql', text(chosen, 'query'));
    if (text(chosen, 'variables') !== '') texts.set('body:graphql:vars', text(chosen, 'variables'));
  } else if (type === 'form-urlencoded') set('body:form-urlencoded', entries(at(chosen, 'data')));
  else if (type === 'multipart-form' || type === 'file')
    set(
      type === 'file' ? 'body:file' : 'body:multipart-form',
      list(at(chosen, 'data')).map((e) => {
        const paths =
          list(at(e, 'value')).length > 0 ? list(at(e, 'value')).map((p) => text(p)) : [text(e, 'value') || text(e, 'filePath')];
        const isFile = type === 'file' || text(e, 'type') === 'file';
        const media = text(e, 'contentType');
        return {
          name: text(e, 'name') || 'file',
          value: isFile ? `@file(${paths.join('|')})${media === '' ? '' : ` @contentType(${media})`}` : text(e, 'value'),
          enabled: text(e, 'disabled') !== 'true' && text(e, 'selected') !== 'false',
        };
      }),
    );
  else if (type !== '') texts.set(`body:${type}`, text(chosen, 'data'));
}

function auth(given: Value | undefined, set: (name: string, value: readonly Entry[]) => void): void {
  const type = text(given, 'type') || (typeof given === 'string' ? given : '');
  if (type === '') return;
  const entry = (name: string, value: string): Entry => ({ name, value, enabled: true });
  set('auth', [entry('mode', type)]);
  const found: Entry[] = [];
  for (const [key, v] of object(given)) if (typeof v === 'string') found.push(entry(authFields[key] ?? key, v));
  for (const [key, name] of [
    ['clientId', 'client_id'],
    ['clientSecret', 'client_secret'],
    ['placement', 'credentials_placement'],
  ] as const)
    if (text(given, 'credentials', key) !== '') found.push(entry(name, text(given, 'credentials', key)));
  for (const key of ['username', 'password'])
    if (text(given, 'resourceOwner', key) !== '') found.push(entry(key, text(given, 'resourceOwner', key)));
  set(`auth:${type}`, found);
}
