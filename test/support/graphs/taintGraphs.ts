import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeValue } from '../../../src/base/values/valueCodec.ts';
import { chosenRow, listRequests, readRows, sendDefaults, type FileView } from '../../../src/language/index.ts';
import { hover, listVariables } from '../../../src/language/onDemand.ts';
import {
  createRunner,
  iterationsOf,
  memoryExchanges,
  planRun,
  runCollection,
  ScriptVariables,
  type CollectionEvent,
  type Exchanges,
  type Host,
  type RunEvent,
  type RunInput,
  type Runner,
} from '../../../src/runner/index.ts';
import { isStorable } from '../../../src/runner/scriptVariables.ts';
import { memoryWorkspace, root, type MemoryWorkspace } from '../memoryWorkspace.ts';
import { scriptWorkerBundle } from '../scriptWorkerBundle.ts';
import { memoryHost } from '../sendRun.ts';
import { envText, pieceIn, secretText, type CanaryKind } from './canaryForms.ts';
import type { TaintGraph } from './randomGraph.ts';
import { allKinds, isMark, marks, marksIn } from './scriptLines.ts';

const asText = (x: unknown): string =>
  JSON.stringify(x, (_, v: unknown) =>
    v instanceof Map ? [...v] : v instanceof Uint8Array ? '' : typeof v === 'bigint' ? String(v) : v,
  ) ?? '';

type Look = (sink: string, shown: string, kinds: readonly CanaryKind[]) => void;

/** The state of playing one graph. */
interface Stage {
  readonly view: FileView;
  readonly workspace: MemoryWorkspace['workspace'];
  readonly variables: ScriptVariables;
  readonly exchanges: Exchanges;
  readonly host: Host;
  readonly isAgent: boolean;
  readonly look: Look;
}

/** Plays graphs against two servers that echo all they receive. Only one may receive the environment's value. */
export class TaintGraphs {
  readonly #runner: Runner;
  readonly #servers: readonly http.Server[];
  readonly #urls: readonly [good: string, evil: string];
  readonly #atEvil: string[];
  readonly #tried = new Map<string, number>();
  readonly #ran = new Map<string, number>();

  private constructor(runner: Runner, servers: readonly http.Server[], urls: readonly [string, string], atEvil: string[]) {
    this.#runner = runner;
    this.#servers = servers;
    this.#urls = urls;
    this.#atEvil = atEvil;
  }

  static async start(): Promise<TaintGraphs> {
    const atEvil: string[] = [];
    const [good, evil] = [await echo([]), await echo(atEvil)];
    const runner = createRunner({ host: memoryHost(new Map(), {}), workerFile: await scriptWorkerBundle(), userAgent: 'Req/test' });
    return new TaintGraphs(runner, [good.server, evil.server], [good.url, evil.url], atEvil);
  }

  async close(): Promise<void> {
    await this.#runner.dispose();
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  /** The kinds of lines and rows of data that have not run in any graph. */
  neverRun(): readonly string[] {
    return [...allKinds, ...kindsOfRows]
      .filter((kind) => !this.#ran.has(kind))
      .map((kind) => `${kind}: tried in ${this.#tried.get(kind) ?? 0} graphs, ran in none`);
  }

  /** Whether a graph has a kind of line or of rows that has not run in any graph. */
  hasNew({ text, data, way }: TaintGraph): boolean {
    const ofLines = marksIn(text.match(marks) ?? []).map(({ kind }) => kind);
    const ofRows = data === undefined ? [] : [kindOfRow(data.name, way)];
    return [...ofLines, ...ofRows].some((kind) => !this.#ran.has(kind));
  }

  /** How many graphs tried each kind, and in how many it ran. */
  counts(): string {
    const kinds = [...allKinds, ...kindsOfRows];
    return kinds.map((kind) => `${this.#ran.get(kind) ?? 0} of ${this.#tried.get(kind) ?? 0} ${kind}\n`).join('');
  }

  /** Sends every request of a graph, in order. Returns the leaks. */
  async play(graph: TaintGraph, isAgent: boolean): Promise<readonly string[]> {
    this.#atEvil.length = 0;
    const [good] = this.#urls;
    const text = this.#filled(graph.text);
    const file = `${root}/a.req`;
    const { data } = graph;
    const files = new Map([[file, text], ...(data === undefined ? [] : [[`${root}/${data.name}`, this.#filled(data.text)] as const])]);
    const variables = new ScriptVariables();
    const exchanges = memoryExchanges();
    const { workspace } = memoryWorkspace(files, { variables, exchanges, env: { E: envText } });
    const view = await workspace.know({ file, version: 1, getText: () => text });
    const host: Host = memoryHost(files, {
      env: (name) => (name === 'E' ? envText : undefined),
      secret: () => Promise.resolve(secretText),
      maySendEnvironment: (_names, _root, to) => Promise.resolve(`http://${to.host}` === good),
      ...(isAgent ? { mayLookUp: () => Promise.resolve(true) } : {}),
    });
    const found: string[] = [];
    const look: Look = (sink, shown, kinds) => {
      for (const kind of kinds) {
        const piece = pieceIn(shown, kind);
        if (piece !== undefined) found.push(`${sink} holds ${piece}, a piece of the ${kind} value`);
      }
    };
    // Each graph has a jar of its own.
    await this.#runner.cookies(root, undefined).clear();
    const stage: Stage = { view, workspace, variables, exchanges, host, isAgent, look };
    await (graph.way === 'send' ? this.#sendAll(stage) : this.#runFile(stage, graph));
    for (const sent of this.#atEvil) look('a request to the other host', sent, ['env']);
    this.#lookAtEditor(await workspace.know({ file, version: 2, getText: () => text }), stage);
    this.#count(variables);
    return found;
  }

  async #sendAll({ view, workspace, variables, exchanges, host, isAgent, look }: Stage): Promise<void> {
    for (const { block } of listRequests(view.tree)) {
      const events: RunEvent[] = [];
      const context = view.contextOf(block);
      const run = this.#runner.run(
        {
          context,
          variables,
          exchanges,
          host,
          requests: () => workspace.requests(view),
          defaults: sendDefaults,
          mode: 'send',
          emit: (e) => void events.push(e),
        },
        new AbortController().signal,
      );
      await run.done;
      for (const event of events) this.#lookAt(event, run.mask, isAgent, look);
      const row = chosenRow(context);
      if (row !== undefined)
        this.#rows(
          kindOfRow(row.origin.file, 'send'),
          events.some((e) => e.kind === 'sending'),
        );
    }
  }

  /** Runs the file: with the rows of its `# @data`, or with those for all requests. */
  async #runFile({ view, workspace, variables, exchanges, host, isAgent, look }: Stage, { way, data }: TaintGraph): Promise<void> {
    const { file, tree, collection } = view;
    const isForAll = way === 'pass' && data !== undefined;
    const all = isForAll ? readRows({ file: `${root}/${data.name}`, shown: data.name, text: this.#filled(data.text) }) : undefined;
    const emit = (e: CollectionEvent): void => {
      if (e.kind === 'request-event') this.#lookAt(e.event, e.mask, isAgent, look);
      if (e.kind !== 'request-finished') return;
      const { of, result, mask } = e;
      const { row, unit } = of;
      look('the row of a request', `${row?.name ?? ''} ${unit.rowName ?? ''}`, ['secret']);
      const { request: _, ...rest } = of;
      const shown = asText({ ...result, of: { ...rest, row: row?.name, unit: unit.rowName } });
      if (isAgent) look('a result of an agent', mask(shown), ['secret', 'env']);
      else if (shown.includes(secretText)) look('a result', shown, ['secret']);
      if (row !== undefined) this.#rows(kindOfRow(row.row.origin.file, isForAll ? 'pass' : 'run'), result.sent !== undefined);
    };
    await runCollection(
      {
        runner: { run: (input: RunInput, signal) => this.#runner.run({ ...input, host }, signal) },
        plan: planRun([{ file, tree, collection, data: view.data }], { ignoresData: isForAll }),
        iterations: iterationsOf(all, 1),
        stateOf: () => ({ environment: undefined, variables, exchanges }),
        requestsOf: () => workspace.requests(view),
        defaults: sendDefaults,
        parallel: 1,
        bail: false,
        delayMs: 0,
        retries: 0,
        now: () => 0,
        emit,
      },
      new AbortController().signal,
    );
  }

  #filled(of: string): string {
    const [good, evil] = this.#urls;
    return of.replaceAll('GOOD', good).replaceAll('EVIL', evil);
  }

  #rows(kind: string, hasRun: boolean): void {
    this.#tried.set(kind, (this.#tried.get(kind) ?? 0) + 1);
    if (hasRun) this.#ran.set(kind, (this.#ran.get(kind) ?? 0) + 1);
  }

  #count(variables: ScriptVariables): void {
    for (const { kind, hasRun } of marksIn(variables.names())) {
      const counts = hasRun ? this.#ran : this.#tried;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
  }

  /** Checks an event of a run. A user sees the console with masked secrets; an agent sees neither value. */
  #lookAt(event: RunEvent, mask: (text: string) => string, isAgent: boolean, look: Look): void {
    switch (event.kind) {
      case 'chunk': {
        const shown = mask(Buffer.from(event.bytes).toString('latin1'));
        if (shown.includes(secretText)) look('the body as it is shown', shown, ['secret']);
        return;
      }
      case 'console':
      case 'test':
      case 'finished': {
        const shown = mask(asText(event));
        if (isAgent) look(`${event.kind} of an agent`, shown, ['secret', 'env']);
        else if (shown.includes(secretText)) look(event.kind, shown, ['secret']);
        return;
      }
      default:
        look(event.kind, mask(asText(event)), isAgent ? ['secret', 'env'] : ['secret']);
    }
  }

  /** Checks the editor's stored and shown variables. */
  #lookAtEditor(view: FileView, { variables, isAgent, look }: Stage): void {
    for (const name of variables.names()) {
      const variable = variables.find(name);
      if (variable !== undefined && isStorable(variable) && !isMark(name))
        look(`the stored variable ${name}`, asText(encodeValue(variable.value)), ['secret']);
    }
    const block = listRequests(view.tree).at(-1)?.block;
    if (block === undefined) return;
    const list = listVariables(view, block);
    for (const { name, secret, value } of list.groups.flatMap((group) => group.variables)) {
      const result = value();
      if (!secret && result.ok) look(`the list's ${name}`, list.mask(asText(result.value)), ['secret']);
    }
    const { text } = view.tree;
    for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 1))
      look(`the hover at ${at}`, asText(hover(view, at + 3)?.markdown), isAgent ? ['secret', 'env'] : ['secret']);
  }
}

const kindOfRow = (file: string, way: TaintGraph['way']): string => `a row of ${file.replace(/^.*\./, '')} in a ${way}`;

const kindsOfRows = ['csv', 'json', 'jsonl'].flatMap((format) => (['send', 'run', 'pass'] as const).map((way) => kindOfRow(format, way)));

/** Decodes percent-encoded ASCII; other characters stay. */
const unescape = (text: string): string =>
  text.replaceAll(/%([2-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** A server that records and echoes requests. */
async function echo(kept: string[]): Promise<{ readonly server: http.Server; readonly url: string }> {
  const server = http.createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { url = '', rawHeaders } = incoming;
      kept.push(`${url}\n${rawHeaders.join('\n')}\n${body}\n${unescape(url)}\n${unescape(body)}`);
      const back = String(incoming.headers['x-h'] ?? '');
      response.setHeader('X-Back', back.replaceAll(/[^ -~]/g, ''));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ u: url, h: back, b: body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
