import { pushAll } from '../../base/lists.ts';
import { ReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import { deepestFolder, type FolderDraft, type RequestDraft } from '../import/draft.ts';
import { Paths, safeName, variableName } from '../import/layout/fileNames.ts';
import { addEnvironment, type EnvironmentValue } from '../import/layout/importedEnvironments.ts';
import { at, has, list, text } from '../import/reading/importedValues.ts';
import { Notes, type Converted, type ImportedFile, type ImportInput, type ImportNote, type AddNote } from '../import/importResult.ts';
import { collectionFiles, countRequests, environmentsAlone, pathOf } from '../import/layout/layout.ts';
import { OAuthConfigurations } from '../import/auth/oauth.ts';
import { readDocument } from '../import/reading/yaml.ts';
import { authOf, checksOf, headersOf, thunderRequest } from './thunderRequest.ts';
import { thunderText } from './thunderText.ts';

/**
 * Converts exported collections and environments of Thunder Client.
 * @throws {ReqError} if an input is neither
 */
export function fromThunder(inputs: readonly ImportInput[]): Converted {
  const collections: { readonly input: ImportInput; readonly value: Value }[] = [];
  const environments = new Map<string, readonly EnvironmentValue[]>();
  const all: ImportNote[] = [];
  for (const input of inputs) {
    const value = readDocument(input);
    if (has(value, 'requests')) collections.push({ input, value });
    else if (has(value, 'variables')) {
      const notes = new Notes(input.path);
      const name = text(value, 'environmentName') || 'environment';
      addEnvironment(environments, name, environmentOf(value, notes), (level, message) => notes.add(level, message));
      pushAll(all, notes.list());
    } else throw new ReqError('parse', `${input.path} is neither a collection nor an environment of Thunder Client.`);
  }
  const isTaken = (name: string): boolean => inputs.some((i) => i.text.includes(name));
  const files: ImportedFile[] = collections.length === 0 ? [...environmentsAlone(environments, isTaken)] : [];
  const paths = new Paths();
  let requests = 0;
  let whole = 0;
  for (const { input, value } of collections) {
    const notes = new Notes(input.path);
    const oauth = new OAuthConfigurations();
    const root = rootOf(value, notes, oauth);
    const dir = collections.length === 1 ? '' : paths.take(safeName(root.name), '/');
    for (const f of collectionFiles({ root, environments, oauth, isTaken }, notes)) files.push({ path: `${dir}${f.path}`, text: f.text });
    const count = countRequests(root, notes);
    requests += count.requests;
    whole += count.whole;
    pushAll(all, notes.list());
  }
  const name = collections.length === 1 ? nameOf(collections[0]?.value) : 'Thunder Client';
  return { name: safeName(name), files, notes: all, requests, whole };
}

const nameOf = (value: Value | undefined): string => text(value, 'collectionName') || text(value, 'colName') || 'Thunder Client';

const environmentOf = (value: Value, notes: Notes): readonly EnvironmentValue[] =>
  list(at(value, 'variables')).flatMap((v) => {
    const addNote: AddNote = (level, message) => notes.add(level, message);
    if (text(v, 'name') === '') return [];
    if (text(v, 'isDisabled') === 'true') {
      addNote('warning', `The variable ${text(v, 'name')} is disabled and is left out.`);
      return [];
    }
    return [{ name: variableName(text(v, 'name')), value: thunderText(text(v, 'value'), addNote), secret: text(v, 'isSecret') === 'true' }];
  });

const orderOf = (v: Value): number => Number(text(v, 'sortNum') || '0');

/** Folders and requests name the folder that contains them. */
function rootOf(value: Value, notes: Notes, oauth: OAuthConfigurations): FolderDraft {
  const within = new Map<string, Value[]>();
  for (const item of [...list(at(value, 'folders')), ...list(at(value, 'requests'))]) {
    const parent = text(item, 'containerId');
    const siblings = within.get(parent);
    if (siblings === undefined) within.set(parent, [item]);
    else siblings.push(item);
  }
  const begun = new Set<string>();
  const folder = (name: string, id: string, own: Value | undefined, where: readonly string[]): FolderDraft => {
    const addNote: AddNote = (level, message) => notes.add(level, message, where.length === 0 ? {} : { request: pathOf(where) });
    begun.add(id);
    const sequence: (FolderDraft | RequestDraft)[] = [];
    for (const item of (within.get(id) ?? []).toSorted((a, b) => orderOf(a) - orderOf(b))) {
      const title = text(item, 'name') || text(item, 'url') || 'untitled';
      const inside = [...where, title];
      const inner = text(item, '_id');
      if (has(item, 'url') || has(item, 'method'))
        sequence.push(thunderRequest(item, title, (level, message) => notes.add(level, message, { request: pathOf(inside) }), oauth));
      else if (where.length >= deepestFolder) addNote('warning', `${title}: folders deeper than ${deepestFolder} are left out.`);
      else if (!begun.has(inner)) sequence.push(folder(title, inner, at(item, 'settings'), inside));
    }
    return {
      name,
      preamble: preambleOf(own, addNote, oauth, name),
      folders: sequence.filter((i) => 'folders' in i),
      requests: sequence.filter((i): i is RequestDraft => !('folders' in i)),
      sequence,
    };
  };
  return folder(nameOf(value), '', at(value, 'settings'), []);
}

function preambleOf(settings: Value | undefined, addNote: AddNote, oauth: OAuthConfigurations, name: string): FolderDraft['preamble'] {
  const auth = authOf(at(settings, 'auth'), addNote, oauth, name);
  const { assertions = [], captures = [], ...scripts } = checksOf(settings, addNote);
  if (assertions.length + captures.length > 0)
    addNote('warning', 'The tests of a folder or collection are left out: write them in the requests.');
  if (text(settings, 'options', 'baseUrl') !== '')
    addNote('warning', 'The base URL of a folder or collection is not added to the URLs: write it in them.');
  return { directives: auth.directives, headers: [...(auth.headers ?? []), ...headersOf(settings, addNote)], ...scripts };
}
