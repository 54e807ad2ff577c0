import { parseJson } from '../../base/json/json.ts';
import type { Value } from '../../base/values/value.ts';
import { ReqError } from '../../base/reqError.ts';
import { deepestFolder, type FolderDraft, type PreambleDraft, type RequestDraft } from '../import/draft.ts';
import type { EnvironmentValue } from '../import/layout/importedEnvironments.ts';
import { collectionFiles, countRequests, pathOf } from '../import/layout/layout.ts';
import { safeName, variableName } from '../import/layout/fileNames.ts';
import { OAuthConfigurations } from '../import/auth/oauth.ts';
import { Notes, type ImportedFile, type ImportInput, type ImportNote, type Converted, type AddNote } from '../import/importResult.ts';
import { at, has, list, text } from '../import/reading/importedValues.ts';
import { readDocument } from '../import/reading/yaml.ts';
import { readBru, type BruFile, type Entry } from './bru.ts';
import { fromOpenCollection } from './openCollectionFormat.ts';
import { brunoPreamble, brunoRequest, brunoText, inheritsAuth, metaOf, setsAuthorization } from './brunoRequest.ts';

interface Problem {
  readonly line: number;
  readonly message: string;
}

interface Folder {
  name: string;
  seq: number;
  around: BruFile | undefined;
  readonly folders: Map<string, Folder>;
  readonly requests: { readonly title: string; readonly seq: number; readonly file: BruFile; readonly problems: readonly Problem[] }[];
}

const newFolder = (name: string): Folder => ({ name, seq: Number.MAX_SAFE_INTEGER, around: undefined, folders: new Map(), requests: [] });

/** The file at the root of a collection. */
const rootFile = /(?:^|\/)(?:bruno\.json|opencollection\.ya?ml)$/;

/**
 * Converts collections of Bruno: `.bru` files or OpenCollection YAML files. Each of several is written into its own folder.
 * @throws {ReqError} if no file belongs to one
 */
export function fromBruno(inputs: readonly ImportInput[]): Converted {
  const roots = new Set(inputs.flatMap(({ path }) => (rootFile.test(path) ? [path.replace(/[^/]*$/, '')] : [])));
  if (roots.size < 2) return collectionOf(inputs);
  const innermost = [...roots].toSorted((a, b) => b.length - a.length);
  const byRoot = new Map<string, ImportInput[]>([...roots].map((root) => [root, []]));
  const stray: ImportInput[] = [];
  for (const input of inputs) {
    const root = innermost.find((one) => input.path.startsWith(one));
    (root === undefined ? stray : (byRoot.get(root) as ImportInput[])).push(input);
  }
  const files: ImportedFile[] = [];
  const notes: ImportNote[] = [];
  let [requests, whole] = [0, 0];
  for (const [root, own] of byRoot) {
    const one = collectionOf(own);
    for (const file of one.files) files.push({ ...file, path: root + file.path });
    for (const note of one.notes) notes.push({ ...note, file: root === '' ? note.file : root.slice(0, -1) });
    requests += one.requests;
    whole += one.whole;
  }
  for (const { path } of stray)
    if (/\.bru$/i.test(path)) notes.push({ file: path, level: 'warning', message: 'It is in no collection and is left out.' });
  return { name: 'Bruno', files, notes, requests, whole };
}

function collectionOf(inputs: readonly ImportInput[]): Converted {
  const notes = new Notes(inputs.length === 1 ? (inputs[0]?.path ?? '') : 'collection');
  const collection: Collection = { root: newFolder('Bruno'), environments: new Map(), isOneFile: inputs.length === 1, notes };
  // The collection's root may be a subfolder of the imported folder.
  const base = inputs.find((i) => rootFile.test(i.path))?.path.replace(/[^/]*$/, '') ?? '';
  const own = inputs.filter((input) =>
    readFile(collection, input, input.path.startsWith(base) ? input.path.slice(base.length) : input.path),
  );
  if (own.length === 0) throw new ReqError('parse', `${inputs[0]?.path ?? 'The input'} contains no Bruno collection.`);
  const { root, environments } = collection;
  const oauth = new OAuthConfigurations();
  const draft = draftOf(root, [], { notes, oauth, signsIn: false });
  const isTaken = (name: string): boolean => inputs.some((i) => i.text.includes(name));
  const files = collectionFiles({ root: draft, environments, oauth, isTaken, pathsFromRoot: true }, notes);
  const all: readonly ImportNote[] = notes.list();
  return { name: safeName(root.name), files, notes: all, source: base, ...countRequests(draft, notes) };
}

/** What the files of a collection add up to. */
interface Collection {
  readonly root: Folder;
  readonly environments: Map<string, readonly EnvironmentValue[]>;
  /** The only file of an import may have any name. */
  readonly isOneFile: boolean;
  readonly notes: Notes;
}

/**
 * Adds a file to the collection. Returns whether it belongs to one.
 * @param path from the root of the collection
 */
function readFile({ root, environments, isOneFile, notes }: Collection, input: ImportInput, path: string): boolean {
  const addNote: AddNote = (level, message) => notes.add(level, message, { request: path });
  const report = ({ line, message }: Problem): void => notes.add('warning', message, { line, request: path });
  const folders = path.split('/');
  const name = folders.pop() as string;
  if (name === 'bruno.json') {
    const config = parseJson(input.text);
    root.name = text(config, 'name') || root.name;
    noteConnection(config, addNote);
    return true;
  }
  const isYaml = /\.ya?ml$/i.test(name);
  if (!isYaml && !/\.bru$/i.test(name) && !isOneFile) return false;
  const document = isYaml ? readDocument(input) : undefined;
  const stem = name.replace(/\.\w+$/, '');
  if (folders[0] === 'environments' || (/(?:^|\n)vars(?::secret)?\s*[{[]/.test(input.text) && !/(?:^|\n)meta \{/.test(input.text))) {
    const title = document === undefined ? stem : text(document, 'name') || stem;
    const onProblem = (line: number, message: string): void => report({ line, message: `${path}: ${message}` });
    environments.set(
      title,
      document === undefined ? bruEnvironment(readBru(input.text, onProblem), addNote) : yamlEnvironment(document, addNote),
    );
    return true;
  }
  if (document !== undefined && !has(document, 'info') && !has(document, 'opencollection')) return false;
  const problems: Problem[] = [];
  const file =
    document === undefined
      ? readBru(input.text, (line, message) => problems.push({ line, message: `${path}: ${message}` }))
      : fromOpenCollection(document);
  const isEmpty = file.dictionaries.size === 0 && file.texts.size === 0;
  const isAround = ['collection', 'opencollection', 'folder'].includes(stem);
  if (isEmpty || isAround) problems.forEach(report);
  if (isEmpty) return false;
  const folder = folderAt(root, folders);
  if (!isAround) {
    const seq = Number(metaOf(file, 'seq')) || Number.MAX_SAFE_INTEGER;
    folder.requests.push({ title: metaOf(file, 'name') || stem, seq, file, problems });
    return true;
  }
  folder.around = file;
  folder.name = metaOf(file, 'name') || folder.name;
  folder.seq = Number(metaOf(file, 'seq')) || folder.seq;
  if (folders.length === 0 && document !== undefined) readRoot(document, environments, addNote);
  return true;
}

/** Reports the settings of a collection's connection, which are per domain or for all requests. */
function noteConnection(config: Value | undefined, addNote: AddNote): void {
  if (list(at(config, 'clientCertificates', 'certs')).length > 0 || list(at(config, 'clientCertificates')).length > 0)
    addNote('warning', 'Its client certificates are not carried over: # @cert names one.');
  if (text(config, 'proxy', 'enabled') === 'true' || text(config, 'proxy', 'inherit') === 'false')
    addNote('warning', 'Its proxy is not carried over: # @proxy names one.');
}

function folderAt(root: Folder, names: readonly string[]): Folder {
  let folder = root;
  for (const name of names.slice(0, deepestFolder)) {
    const inner = folder.folders.get(name) ?? newFolder(name);
    folder.folders.set(name, inner);
    folder = inner;
  }
  return folder;
}

/** Reads the environments that the root file of an OpenCollection contains. */
function readRoot(document: Value, environments: Collection['environments'], addNote: AddNote): void {
  noteConnection(at(document, 'config'), addNote);
  for (const environment of list(at(document, 'config', 'environments')))
    environments.set(text(environment, 'name'), yamlEnvironment(environment, addNote));
  if (list(at(document, 'items')).length > 0)
    addNote('warning', 'The requests in this file are left out: Req reads collections with a file for each request.');
}

interface Around {
  readonly notes: Notes;
  readonly oauth: OAuthConfigurations;
  /** Whether the authentication of the folders around sets the header `Authorization`. */
  readonly signsIn: boolean;
}

function draftOf(folder: Folder, where: readonly string[], around: Around): FolderDraft {
  const { notes, oauth } = around;
  const place = where.length === 0 ? {} : { request: pathOf(where) };
  const addNote: AddNote = (level, message) => notes.add(level, message, place);
  const preamble: PreambleDraft = folder.around === undefined ? {} : brunoPreamble(folder.around, addNote, oauth, folder.name);
  const inherits = folder.around === undefined || (where.length > 0 && inheritsAuth(folder.around, ''));
  const signsIn = inherits ? around.signsIn : setsAuthorization(preamble.directives ?? []);
  const requests = folder.requests
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ file, title, problems }): readonly RequestDraft[] => {
      for (const { line, message } of problems) notes.add('warning', message, { line, request: pathOf([...where, title]) });
      const addOwnNote: AddNote = (level, message) => notes.add(level, message, { request: pathOf([...where, title]) });
      const draft = brunoRequest(file, title, addOwnNote, oauth, signsIn);
      return draft === undefined ? [] : [draft];
    });
  const folders = [...folder.folders.values()]
    .toSorted((a, b) => a.seq - b.seq)
    .map((f) => draftOf(f, [...where, f.name], { ...around, signsIn }));
  // As in Bruno's runner: folders first.
  return { name: folder.name, preamble, folders, requests, sequence: [...folders, ...requests] };
}

/** Secrets have no value in files, so Req prompts for them. */
const secret = (name: string): EnvironmentValue => ({ name, value: `\ufdd4$secret.${name.replaceAll('.', '_')}\ufdd5`, secret: false });

/** The value of a variable, with its type by an annotation such as `@number`. */
function valueOf({ type, value }: Entry, addNote: AddNote): Value {
  const marked = brunoText(value, addNote);
  return (type === undefined ? undefined : parseJson(marked)) ?? marked;
}

function bruEnvironment(file: BruFile, addNote: AddNote): readonly EnvironmentValue[] {
  const vars = file.dictionaries.get('vars') ?? [];
  for (const { name } of vars.filter((e) => !e.enabled)) addNote('warning', disabledVariable(name));
  const plain = vars.filter((e) => e.enabled);
  const hidden = (file.lists.get('vars:secret') ?? []).filter((e) => e.enabled);
  for (const { name } of hidden)
    addNote('information', `The secret ${name} is asked for when it is needed: {{$secret.${variableName(name)}}}.`);
  return [
    ...plain.map((e) => ({ name: variableName(e.name), value: valueOf(e, addNote), secret: false })),
    ...hidden.map((e) => secret(variableName(e.name))),
  ];
}

const disabledVariable = (name: string): string => `The variable ${name} is disabled and is left out.`;

function yamlEnvironment(document: Parameters<typeof at>[0], addNote: AddNote): readonly EnvironmentValue[] {
  for (const v of list(at(document, 'variables')))
    if (text(v, 'disabled') === 'true') addNote('warning', disabledVariable(text(v, 'name')));
  return list(at(document, 'variables'))
    .filter((v) => text(v, 'disabled') !== 'true')
    .map((v) => {
      const name = variableName(text(v, 'name'));
      if (text(v, 'secret') !== 'true')
        return {
          name,
          value: brunoText(has(at(v, 'value'), 'data') ? text(v, 'value', 'data') : text(v, 'value'), addNote),
          secret: false,
        };
      addNote('information', `The secret ${name} is asked for when it is needed: {{$secret.${name}}}.`);
      return secret(name);
    });
}
