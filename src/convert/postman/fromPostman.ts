import { pushAll } from '../../base/lists.ts';
import { ReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import { credential, secretName } from '../import/secrets/credentials.ts';
import { deepestFolder, type FolderDraft, type RequestDraft } from '../import/draft.ts';
import { addEnvironment, type EnvironmentValue } from '../import/layout/importedEnvironments.ts';
import { collectionFiles, countRequests, environmentsAlone, pathOf } from '../import/layout/layout.ts';
import { Paths, safeName, variableName } from '../import/layout/fileNames.ts';
import { OAuthConfigurations } from '../import/auth/oauth.ts';
import { Notes, type ImportedFile, type ImportInput, type ImportNote, type Converted, type AddNote } from '../import/importResult.ts';
import { at, has, list, text } from '../import/reading/importedValues.ts';
import { readDocument } from '../import/reading/yaml.ts';
import { placeholderMark } from '../text/marks.ts';
import { postmanText } from './postmanPlaceholders.ts';
import { authOf } from './postmanAuth.ts';
import { description, inheritedOf, postmanRequest, scriptsOf, settingsOf, type Inherited } from './postmanRequest.ts';

/**
 * Converts collections (2.0 and 2.1) and environments of Postman.
 * @throws {ReqError} if an input is neither
 */
export function fromPostman(inputs: readonly ImportInput[]): Converted {
  const collections: { readonly input: ImportInput; readonly value: Value }[] = [];
  const environments = new Map<string, readonly EnvironmentValue[]>();
  const notes: ImportNote[] = [];
  for (const input of inputs) {
    const document = readDocument(input);
    const value = at(document, 'collection') ?? document;
    if (has(value, 'item')) collections.push({ input, value });
    else if (has(value, 'values')) {
      const own = new Notes(input.path);
      const isGlobal = text(value, '_postman_variable_scope') === 'globals';
      const name = isGlobal ? '$shared' : text(value, 'name') || 'environment';
      addEnvironment(environments, name, environmentOf(value, own), (level, message) => own.add(level, message));
      pushAll(notes, own.list());
    } else if (has(value, 'requests'))
      throw new ReqError('usage', `${input.path} is a collection of version 1.`, { hint: 'Export it from Postman as version 2.1.' });
    else throw new ReqError('parse', `${input.path} is neither a collection nor an environment of Postman.`);
  }
  const isTaken = (name: string): boolean => inputs.some((i) => i.text.includes(name));
  const paths = new Paths();
  const files: ImportedFile[] = collections.length === 0 ? [...environmentsAlone(environments, isTaken)] : [];
  let requests = 0;
  let whole = 0;
  for (const { input, value } of collections) {
    const own = new Notes(input.path);
    const oauth = new OAuthConfigurations();
    const root = folderOf(value, text(value, 'info', 'name') || 'Postman', [], {
      notes: own,
      oauth,
      keepsBody: false,
      setsAuthorization: false,
    });
    const dir = collections.length === 1 ? '' : paths.take(safeName(root.name), '/');
    for (const f of collectionFiles({ root, environments, oauth, isTaken }, own)) files.push({ path: `${dir}${f.path}`, text: f.text });
    const count = countRequests(root, own);
    requests += count.requests;
    whole += count.whole;
    pushAll(notes, own.list());
  }
  const first = collections[0]?.value;
  return { name: safeName(collections.length === 1 ? text(first, 'info', 'name') || 'Postman' : 'Postman'), files, notes, requests, whole };
}

function environmentOf(value: Value, notes: Notes): readonly EnvironmentValue[] {
  const addNote: AddNote = (level, message) => notes.add(level, message);
  return list(at(value, 'values')).flatMap((v) => {
    const key = text(v, 'key');
    if (key === '') {
      if (text(v, 'value') !== '') addNote('warning', 'A variable without a name is left out.');
      return [];
    }
    if (text(v, 'enabled') === 'false') {
      addNote('warning', `The variable ${key} is disabled and is left out.`);
      return [];
    }
    const secret = text(v, 'type') === 'secret';
    const name = variableName(key);
    if (!secret || text(v, 'value') !== '') return [{ name, value: postmanText(text(v, 'value'), addNote), secret }];
    return [{ name, value: withoutValue(key, addNote), secret: false }];
  });
}

/** A variable of the type secret whose value Postman does not export. */
function withoutValue(key: string, addNote: AddNote): string {
  addNote('information', `The secret ${key} has no value in the file: Req asks for it when it is needed.`);
  return placeholderMark(`$secret.${secretName(key)}`);
}

const urlOf = (request: Value | undefined): string =>
  [at(request, 'url', 'raw'), at(request, 'url'), request].find((v) => typeof v === 'string') ?? '';

interface Around extends Inherited {
  readonly notes: Notes;
  readonly oauth: OAuthConfigurations;
}

function folderOf(value: Value, name: string, where: readonly string[], around: Around): FolderDraft {
  const { notes, oauth } = around;
  const inherited = inheritedOf(value, around);
  const place = where.length === 0 ? {} : { request: pathOf(where) };
  const addNote: AddNote = (level, message) => notes.add(level, message, place);
  const folders: FolderDraft[] = [];
  const requests: RequestDraft[] = [];
  const sequence: (FolderDraft | RequestDraft)[] = [];
  for (const item of list(at(value, 'item'))) {
    const title = text(item, 'name') || 'untitled';
    const inside = [...where, title];
    if (has(item, 'item')) {
      if (where.length >= deepestFolder) addNote('warning', `${title}: folders deeper than ${deepestFolder} are left out.`);
      else {
        const folder = folderOf(item, title, inside, { ...around, ...inherited });
        folders.push(folder);
        sequence.push(folder);
      }
    } else if (has(item, 'request')) {
      const own = text(item, 'name') || urlOf(at(item, 'request')) || 'untitled';
      const addOwnNote: AddNote = (level, message) => notes.add(level, message, { request: pathOf([...where, own]) });
      const request: RequestDraft = { ...postmanRequest(item, addOwnNote, oauth, inherited), title: own };
      requests.push(request);
      sequence.push(request);
    } else addNote('warning', `${title} contains no request and is left out.`);
  }
  const auth = authOf(at(value, 'auth'), addNote, oauth, name);
  const variables = list(at(value, 'variable')).flatMap((v): readonly (readonly [string, string])[] => {
    const key = text(v, 'key') || text(v, 'id');
    if (key === '') {
      if (text(v, 'value') !== '') addNote('warning', 'A variable without a name is left out.');
      return [];
    }
    const given = postmanText(text(v, 'value'), addNote);
    const isSecret = text(v, 'type') === 'secret';
    if (text(v, 'disabled') !== 'true')
      return [[variableName(key), !isSecret ? given : given === '' ? withoutValue(key, addNote) : credential(key, given)]];
    addNote('warning', `The variable ${key} is disabled and is left out.`);
    return [];
  });
  const about = description(where.length === 0 ? at(value, 'info', 'description') : at(value, 'description'));
  return {
    name,
    preamble: {
      ...(about === '' ? {} : { description: about }),
      directives: [...auth.directives.filter((d) => where.length > 0 || d !== 'auth none'), ...settingsOf(value, addNote)],
      variables,
      headers: auth.headers ?? [],
      ...scriptsOf(value, addNote),
    },
    folders,
    requests,
    sequence,
  };
}
