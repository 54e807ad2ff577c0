import { pushAll } from '../../base/lists.ts';
import { ReqError } from '../../base/reqError.ts';
import type { Value } from '../../base/values/value.ts';
import { deepestFolder, type FolderDraft, type RequestDraft } from '../import/draft.ts';
import { Paths, safeName, variableName } from '../import/layout/fileNames.ts';
import { addEnvironment, type EnvironmentValue } from '../import/layout/importedEnvironments.ts';
import { at, has, list, text } from '../import/reading/importedValues.ts';
import { Notes, type Converted, type ImportedFile, type ImportInput, type ImportNote, type AddNote } from '../import/importResult.ts';
import { collectionFiles, countRequests, pathOf } from '../import/layout/layout.ts';
import { OAuthConfigurations } from '../import/auth/oauth.ts';
import { readDocument } from '../import/reading/yaml.ts';
import { authOf, headersOf, yaakRequest } from './yaakRequest.ts';
import { settingsOf } from './yaakSettings.ts';
import { yaakText, type YaakNames } from './yaakText.ts';

/**
 * Converts exports of Yaak: a collection for each workspace.
 * @throws {ReqError} if an input is not one
 */
export function fromYaak(inputs: readonly ImportInput[]): Converted {
  const found = inputs.flatMap((input) => {
    const resources = at(readDocument(input), 'resources');
    if (!has(resources, 'workspaces')) throw new ReqError('parse', `${input.path} is not an export of Yaak.`);
    return list(at(resources, 'workspaces')).map((workspace) => ({ input, resources, workspace }));
  });
  const files: ImportedFile[] = [];
  const all: ImportNote[] = [];
  const paths = new Paths();
  let requests = 0;
  let whole = 0;
  for (const { input, resources, workspace } of found) {
    const notes = new Notes(input.path);
    const oauth = new OAuthConfigurations();
    const reader = new YaakWorkspace(resources, workspace, notes, oauth, input.text);
    const root = reader.root();
    const dir = found.length === 1 ? '' : paths.take(safeName(root.name), '/');
    const isTaken = (name: string): boolean => input.text.includes(name);
    for (const f of collectionFiles({ root, environments: reader.environments(), oauth, isTaken }, notes))
      files.push({ path: `${dir}${f.path}`, text: f.text });
    const count = countRequests(root, notes);
    requests += count.requests;
    whole += count.whole;
    pushAll(all, notes.list());
  }
  return { name: safeName(found.length === 1 ? text(found[0]?.workspace, 'name') || 'Yaak' : 'Yaak'), files, notes: all, requests, whole };
}

const orderOf = (v: Value): number => Number(text(v, 'sortPriority') || '0');

class YaakWorkspace {
  readonly #resources: Value | undefined;
  readonly #workspace: Value;
  readonly #notes: Notes;
  readonly #oauth: OAuthConfigurations;
  /** Names of the requests whose responses are read, by id. */
  readonly #names = new Map<string, string>();
  /** Names of secrets, by their encrypted values. */
  readonly #secrets = new Map<string, string>();
  readonly #begun = new Set<string>();
  readonly #known: YaakNames = {
    request: (id) => this.#names.get(id),
    secret: (encrypted) => {
      const name = this.#secrets.get(encrypted) ?? `yaak_${this.#secrets.size + 1}`;
      this.#secrets.set(encrypted, name);
      return name;
    },
  };

  constructor(resources: Value | undefined, workspace: Value, notes: Notes, oauth: OAuthConfigurations, source: string) {
    this.#resources = resources;
    this.#workspace = workspace;
    this.#notes = notes;
    this.#oauth = oauth;
    for (const request of this.#items('httpRequests')) {
      const id = text(request, 'id');
      if (id === '' || !source.includes(`request='${id}'`)) continue;
      const base =
        variableName(text(request, 'name'))
          .replace(/\W+/g, '_')
          .replace(/^(?=\d)/, '_') || 'request';
      const taken = new Set(this.#names.values());
      let name = base;
      for (let i = 2; taken.has(name); i++) name = `${base}_${i}`;
      this.#names.set(id, name);
    }
  }

  root(): FolderDraft {
    const name = text(this.#workspace, 'name') || 'Yaak';
    const addNote: AddNote = (level, message) => this.#notes.add(level, message);
    for (const kind of ['grpcRequests', 'websocketRequests'])
      for (const r of this.#items(kind)) addNote('warning', `${text(r, 'name') || kind} is not an HTTP request and is left out.`);
    return this.#folder(name, '', this.#workspace, []);
  }

  /** Variables of the base environment apply to all others. */
  environments(): ReadonlyMap<string, readonly EnvironmentValue[]> {
    const addNote: AddNote = (level, message) => this.#notes.add(level, message);
    const found = new Map<string, readonly EnvironmentValue[]>();
    for (const environment of this.#items('environments')) {
      const parent = text(environment, 'parentModel');
      if (parent === 'folder') continue;
      const isBase =
        text(environment, 'base') === 'true' ||
        parent === 'workspace' ||
        (parent === '' && text(environment, 'environmentId') === '' && !has(environment, 'base'));
      const values = this.#variables(environment, addNote).map(([name, value]) => ({ name, value, secret: false }));
      if (!isBase || values.length > 0)
        addEnvironment(found, isBase ? '$shared' : text(environment, 'name') || 'environment', values, addNote);
    }
    const own = this.#variables(this.#workspace, addNote).map(([name, value]) => ({ name, value, secret: false }));
    if (own.length > 0) found.set('$shared', [...own, ...(found.get('$shared') ?? [])]);
    return found;
  }

  /** Resources of a kind that belong to the workspace. */
  #items(kind: string): readonly Value[] {
    const id = text(this.#workspace, 'id');
    return list(at(this.#resources, kind)).filter((v) => text(v, 'workspaceId') === id);
  }

  #variables(value: Value, addNote: AddNote): readonly (readonly [name: string, value: string])[] {
    return list(at(value, 'variables'))
      .filter((v) => text(v, 'enabled') !== 'false' && text(v, 'name') !== '')
      .map((v) => [variableName(text(v, 'name')), yaakText(text(v, 'value'), this.#known, addNote)]);
  }

  #request(value: Value, title: string, shared: readonly string[], addNote: AddNote): RequestDraft {
    const first = new Set<string>();
    const own = this.#names.get(text(value, 'id'));
    const names: YaakNames = {
      ...this.#known,
      request: (id) => {
        const name = this.#names.get(id);
        if (name !== undefined && name !== own) first.add(name);
        return name;
      },
    };
    const draft = yaakRequest(value, { title, shared }, (t) => yaakText(t, names, addNote), addNote, this.#oauth);
    const directives = [...Array.from(first, (name) => `ref ${name}`), ...(draft.directives ?? [])];
    return { ...draft, ...(own === undefined ? {} : { name: own }), directives };
  }

  #folder(name: string, id: string, own: Value, where: readonly string[], inherited: readonly string[] = []): FolderDraft {
    this.#begun.add(id);
    const addNote: AddNote = (level, message) => this.#notes.add(level, message, where.length === 0 ? {} : { request: pathOf(where) });
    const settings = settingsOf(own, inherited, addNote);
    const shared = [...inherited, ...settings];
    const sequence: (FolderDraft | RequestDraft)[] = [];
    const within = [...this.#items('folders'), ...this.#items('httpRequests')].filter((v) => text(v, 'folderId') === id);
    for (const item of within.toSorted((a, b) => orderOf(a) - orderOf(b))) {
      const title = text(item, 'name') || text(item, 'url') || 'untitled';
      const inside = [...where, title];
      if (has(item, 'url') || has(item, 'method'))
        sequence.push(this.#request(item, title, shared, (level, message) => this.#notes.add(level, message, { request: pathOf(inside) })));
      else if (where.length >= deepestFolder) addNote('warning', `${title}: folders deeper than ${deepestFolder} are left out.`);
      else if (!this.#begun.has(text(item, 'id'))) sequence.push(this.#folder(title, text(item, 'id'), item, inside, shared));
    }
    const mark = (t: string): string => yaakText(t, this.#known, addNote);
    const auth = authOf(own, mark, addNote, this.#oauth, name);
    const variables = this.#items('environments').filter(
      (e) => text(e, 'parentModel') === 'folder' && id !== '' && text(e, 'parentId') === id,
    );
    return {
      name,
      preamble: {
        description: text(own, 'description'),
        directives: [...auth.directives, ...settings],
        variables: variables.flatMap((e) => this.#variables(e, addNote)),
        headers: [...(auth.headers ?? []), ...headersOf(own, mark)],
      },
      folders: sequence.filter((i) => 'folders' in i),
      requests: sequence.filter((i): i is RequestDraft => !('folders' in i)),
      sequence,
    };
  }
}
