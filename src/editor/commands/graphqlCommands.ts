import * as vscode from 'vscode';
import { counted, t } from '../../base/l10n.ts';
import { ReqError } from '../../base/reqError.ts';
import type { Schema } from '../../graphql/index.ts';
import {
  findAgain,
  identify,
  isForeignTree,
  requestOf,
  type BlockContext,
  type RequestBlock,
  type TextEdit,
} from '../../language/index.ts';
import {
  builtRequestEdit,
  introspectionRequest,
  introspectionText,
  namedSchemaEdit,
  queryFormOf,
  schemaTarget,
  type SchemaTarget,
} from '../../language/onDemand.ts';
import { documentUriOf, editInDocument, type RequestText } from '../providers/fencedDocuments.ts';
import type { Services } from '../services.ts';
import { refusedForEnvironment } from '../world/environmentChoice.ts';
import { factsOf, editorFiles, uriOf } from '../world/editorFiles.ts';
import type { Known } from '../world/editorSurroundings.ts';
import { writeFile } from '../world/fileWriting.ts';
import type { CommandId } from './contributions.ts';
import { requestTarget } from './requestTarget.ts';
import { maySend } from './sendRequest.ts';
import { insertSnippet, refuseChanged, writtenRequest, type WrittenRequest } from './writeParts.ts';

/** *Fetch GraphQL Schema*: sends an introspection as the request at a line or at the cursor, and writes the schema to a file. */
export async function fetchGraphqlSchema(services: Services, uri: unknown, line: unknown): Promise<void> {
  if (!(await maySend())) return;
  const { surroundings, environments } = services;
  const target = await requestTarget(surroundings, uri, line);
  if (target === undefined) return;
  const identity = identify(target.tree, target.request);
  const known = await surroundings.know(target.text, 'reload');
  if (documentUriOf(known.document.uri).scheme === 'untitled')
    throw new ReqError('usage', t('Save the file first: the schema is written beside it.'));
  if (await refusedForEnvironment(environments, known.collection)) return;
  const block = findAgain(known.tree, identity)?.block;
  if (block?.requestLine === undefined) return;
  const context = known.contextOf(block);
  const fetched = await introspected(services, known, context);
  if (fetched === undefined) return;
  const { readSchema, writtenSchema } = await import('../../graphql/index.ts');
  const found = writtenSchema(fetched.text, fetched.mask);
  if ('problem' in found) throw new ReqError('usage', t('The response is not a GraphQL schema: {0}.', found.problem));
  const to = schemaTarget(context);
  if (!(await mayWrite(to.file, found.sdl))) return;
  await writeFile(to.file, known.collection.root, found.sdl);
  surroundings.reread(to.file);
  // The text may have changed while the schema was fetched.
  const now = await surroundings.know(target.text, 'reload');
  const place = findAgain(now.tree, identity)?.block;
  if (place?.requestLine !== undefined) await nameSchema(now, place, to);
  const read = await readSchema(found.sdl, () => Promise.resolve());
  const size = 'schema' in read ? counted(read.schema.size, '{0} type', '{0} types') : '';
  const open = t('Open');
  const said = t('The GraphQL schema was written to {0}: {1}.', vscode.workspace.asRelativePath(uriOf(to.file)), size);
  void vscode.window
    .showInformationMessage(said, open)
    .then((answer) => (answer === open ? vscode.window.showTextDocument(uriOf(to.file)) : undefined));
}

interface Introspected {
  readonly text: string;
  /** Masks the secrets that the request used. */
  readonly mask: (text: string) => string;
}

/** The response to an introspection; undefined if the user cancelled. */
async function introspected({ runs }: Services, known: Known, context: BlockContext): Promise<Introspected | undefined> {
  const { introspectionQuery } = await import('../../graphql/index.ts');
  const { tree, block } = introspectionRequest(context, introspectionQuery());
  const copy: Known = { ...known, tree, contextOf: (of) => ({ ...known.contextOf(context.block), tree, block: of }) };
  const title = t('Fetching the GraphQL schema');
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (_, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    const sent = await runs.fetch(copy, requestOf(tree, block), stop.signal);
    if (sent?.failure !== undefined) throw new ReqError(sent.failure.kind, sent.failure.message);
    return sent?.response && { text: introspectionText(sent.response), mask: sent.mask };
  });
}

/** Whether a file can be written: it is new, or has the same text, or the user agrees. */
async function mayWrite(file: string, text: string): Promise<boolean> {
  if ((await factsOf(uriOf(file))) === undefined) return true;
  const before = await editorFiles.readText(file).catch(() => undefined);
  if (before === text) return true;
  const replace = t('Replace');
  const question = t('{0} exists already. Replace it?', vscode.workspace.asRelativePath(uriOf(file)));
  return (await vscode.window.showWarningMessage(question, { modal: true }, replace)) === replace;
}

/** Writes `# @graphql` above a request that names no schema. */
async function nameSchema(known: Known, block: RequestBlock, { toName }: SchemaTarget): Promise<void> {
  if (toName === undefined || isForeignTree(known.tree)) return;
  await apply(known.document, known, namedSchemaEdit(known.tree, block, toName));
}

async function apply(text: RequestText, known: Known, edit: TextEdit): Promise<void> {
  const document = await vscode.workspace.openTextDocument(documentUriOf(text.uri));
  refuseChanged(document, text, known);
  const placed = editInDocument(document, text.uri, known.tree, edit);
  const changes = new vscode.WorkspaceEdit();
  changes.replace(document.uri, placed.range, placed.newText);
  await vscode.workspace.applyEdit(changes);
}

/** *Build GraphQL Query…*: shows a list of the schema's fields, and writes a query of the chosen one. */
export async function buildGraphqlQuery(services: Services, uri: unknown, line: unknown): Promise<void> {
  const request = await writtenRequest(services.surroundings, uri, line);
  if (request === undefined) return;
  const { known, block } = request;
  if (queryFormOf(known, block) === undefined)
    throw new ReqError(
      'usage',
      t('This request has no GraphQL query. Write it with the method GRAPHQL: GRAPHQL https://example.com/graphql'),
    );
  const schema = await schemaOf(request);
  if (schema === undefined) return;
  const items = schema.rootFields().map(({ operation, name, signature, description }) => ({
    label: name,
    description: operation === 'query' ? '' : operation,
    detail: [signature, description?.split('\n')[0]].filter((words) => words !== undefined && words !== '').join(' · '),
    operation,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: t('Req: Build GraphQL Query'),
    placeHolder: t('Select what to query'),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  const built = chosen && schema.build(chosen.operation, chosen.label);
  if (chosen === undefined || built === undefined) return;
  const { edit, cursor } = builtRequestEdit(known, block, built, chosen.label);
  const at = cursor - edit.range.start;
  const snippet = new vscode.SnippetString().appendText(edit.newText.slice(0, at)).appendTabstop(0).appendText(edit.newText.slice(at));
  // A snippet moves the cursor together with the text. A later selection would take it from where the user has just put it.
  await insertSnippet(request, { range: edit.range, snippet: snippet.value });
}

/** The schema of a request. Without one, a message offers to fetch it. */
async function schemaOf({ known, block, editor }: WrittenRequest): Promise<Schema | undefined> {
  const state = await known.schemaRead(block);
  if (state?.kind === 'schema') return state.schema;
  const fetch = t('Fetch GraphQL Schema');
  const why =
    state?.kind === 'problem'
      ? t('The GraphQL schema cannot be used: {0}.', state.message)
      : state?.kind === 'missing'
        ? t('The file of the GraphQL schema is missing.')
        : t(
            'This request names no GraphQL schema. Fetch it from the server, or add a line such as "# @graphql ./schema.graphql" above it.',
          );
  const answer = await vscode.window.showInformationMessage(why, fetch);
  const command: CommandId = 'req.fetchGraphqlSchema';
  if (answer === fetch) await vscode.commands.executeCommand(command, editor.document.uri, editor.selection.active.line);
  return undefined;
}
