import { pushAll } from '../../base/lists.ts';
import { deepestFolder, type FolderDraft, type RequestDraft } from '../import/draft.ts';
import { addEnvironment, type EnvironmentValue } from '../import/layout/importedEnvironments.ts';
import { collectionFiles, countRequests, pathOf } from '../import/layout/layout.ts';
import { Paths, safeName, variableName } from '../import/layout/fileNames.ts';
import { OAuthConfigurations } from '../import/auth/oauth.ts';
import { Notes, type ImportedFile, type ImportInput, type ImportNote, type Converted, type AddNote } from '../import/importResult.ts';
import { at, object } from '../import/reading/importedValues.ts';
import { linesIn, mayBeCut } from '../import/reading/yaml.ts';
import { authOf, folderVariables, headersOf, insomniaRequest, scriptsOf } from './insomniaRequest.ts';
import { readWorkspaces, type Item, type Workspace } from './resources.ts';
import { insomniaText, insomniaValue, type RequestNames } from './templates.ts';

/**
 * Converts exports of Insomnia 4 and 5.
 * @throws {ReqError} if an input is not one
 */
export function fromInsomnia(inputs: readonly ImportInput[]): Converted {
  const paths = new Paths();
  const files: ImportedFile[] = [];
  const all: ImportNote[] = [];
  let requests = 0;
  let whole = 0;
  const workspaces = inputs.flatMap((input) => readWorkspaces(input).map((w) => [input, w] as const));
  for (const [input, workspace] of workspaces) {
    const notes = new Notes(input.path);
    const oauth = new OAuthConfigurations();
    const draft = draftOf(workspace, notes, oauth);
    const addNote: AddNote = (level, message) => notes.add(level, message);
    if (mayBeCut(input))
      addNote('warning', `${input.path} does not end with a line break, line ${linesIn(input.text)}: the file may be cut.`);
    for (const what of workspace.leftOut) addNote('information', what);
    const environments = environmentsOf(workspace, addNote);
    const dir = workspaces.length === 1 ? '' : paths.take(safeName(workspace.name), '/');
    const isTaken = (name: string): boolean => input.text.includes(name);
    for (const f of collectionFiles({ root: draft, environments, oauth, isTaken }, notes))
      files.push({ path: `${dir}${f.path}`, text: f.text });
    const count = countRequests(draft, notes);
    requests += count.requests;
    whole += count.whole;
    pushAll(all, notes.list());
  }
  return {
    name: safeName(workspaces.length === 1 ? (workspaces[0]?.[1].name ?? 'Insomnia') : 'Insomnia'),
    files,
    notes: all,
    requests,
    whole,
  };
}

/** Values of the base environment apply to all others. */
function environmentsOf(workspace: Workspace, addNote: AddNote): ReadonlyMap<string, readonly EnvironmentValue[]> {
  const found = new Map<string, readonly EnvironmentValue[]>();
  for (const [i, { name, data }] of workspace.environments.entries()) {
    const own = [...object(data)].filter(([key]) => key !== '__insomnia_vault');
    const values = own.map(([key, v]): EnvironmentValue => {
      const written = variableName(key);
      if (written !== key) addNote('information', `The variable ${JSON.stringify(key)} is called ${written}.`);
      return { name: written, value: insomniaValue(v, (t) => insomniaText(t, () => undefined, addNote)), secret: false };
    });
    if (i > 0 || values.length > 0) addEnvironment(found, i === 0 ? '$shared' : name || `environment ${i}`, values, addNote);
  }
  return found;
}

function draftOf(workspace: Workspace, notes: Notes, oauth: OAuthConfigurations): FolderDraft {
  const flat = (items: readonly Item[]): readonly Item[] => items.flatMap((i) => [i, ...flat(i.children)]);
  const byId = new Map(flat(workspace.items).map((i) => [i.id, i] as const));
  const names = new Map<string, string>();
  // Called while texts are converted, so that only requests in use get a name.
  const nameOf: RequestNames = (id) => {
    const item = byId.get(id);
    if (item === undefined || item.kind !== 'request') return undefined;
    let name = names.get(id);
    if (name === undefined) {
      const base =
        variableName(item.name)
          .replace(/[^\w]+/g, '_')
          .replace(/^(?=\d)/, '_') || 'request';
      const taken = new Set(names.values());
      name = base;
      for (let i = 2; taken.has(name); i++) name = `${base}_${i}`;
      names.set(id, name);
    }
    return name;
  };
  // Collect the names first, so that earlier requests get theirs too.
  const quiet: AddNote = () => undefined;
  const visit = (items: readonly Item[]): void => {
    for (const i of items) {
      if (i.kind === 'request')
        insomniaRequest(i.value, i.name, undefined, (t) => insomniaText(t, nameOf, quiet), quiet, new OAuthConfigurations());
      visit(i.children);
    }
  };
  visit(workspace.items);

  const requestOf = (item: Item, addNote: AddNote): RequestDraft => {
    const first = new Set<string>();
    const own = names.get(item.id);
    const read: RequestNames = (id, isSent) => {
      const name = nameOf(id, isSent);
      if (isSent && name !== undefined && name !== own) first.add(name);
      return name;
    };
    const draft = insomniaRequest(item.value, item.name, own, (t) => insomniaText(t, read, addNote), addNote, oauth);
    return { ...draft, directives: [...Array.from(first, (name) => `ref ${name}`), ...(draft.directives ?? [])] };
  };

  const folder = (name: string, items: readonly Item[], where: readonly string[], own: Item | undefined): FolderDraft => {
    const addNote: AddNote = (level, message) => notes.add(level, message, where.length === 0 ? {} : { request: pathOf(where) });
    const mark = (t: string): string => insomniaText(t, nameOf, addNote);
    const requests: RequestDraft[] = [];
    const folders: FolderDraft[] = [];
    for (const item of items) {
      const inside = [...where, item.name];
      const addFolderNote: AddNote = (level, message) => notes.add(level, message, { request: pathOf(inside) });
      if (item.kind === 'other') addFolderNote('warning', 'It is not an HTTP request and is left out.');
      else if (item.kind === 'request') requests.push(requestOf(item, addFolderNote));
      else if (where.length >= deepestFolder) addFolderNote('warning', `Folders deeper than ${deepestFolder} are left out.`);
      else folders.push(folder(item.name, item.children, inside, item));
    }
    if (own === undefined) return { name, preamble: { description: workspace.description }, folders, requests };
    const auth = authOf(at(own.value, 'authentication'), mark, addNote, oauth, name);
    return {
      name,
      preamble: {
        directives: auth.directives,
        variables: folderVariables(at(own.value, 'environment'), mark).map(([k, v]) => [variableName(k), v] as const),
        headers: [...(auth.headers ?? []), ...headersOf(own.value, mark)],
        ...scriptsOf(own.value, addNote),
      },
      folders,
      requests,
    };
  };
  return folder(workspace.name, workspace.items, [], undefined);
}
