import { closest } from '../../base/text/closest.ts';
import { ReqError } from '../../base/reqError.ts';
import { directiveOf, isMarkdown, listRequests, requestAt, syntaxErrorOf, type Block, type RequestSummary } from '../../language/index.ts';
import type { Options } from '../commandLine/args.ts';
import type { Known } from '../world/cliSurroundings.ts';
import { shownPath } from '../world/shownPath.ts';
import type { OneFile } from './readOne.ts';

/** A request with its file, or with its fence of a Markdown file. */
export interface ChosenRequest {
  readonly known: Known;
  readonly request: RequestSummary;
}

/** All requests of a file in order. */
export const requestsOf = ({ texts }: OneFile): readonly ChosenRequest[] =>
  texts.flatMap((known) => listRequests(known.tree).map((request) => ({ known, request })));

/** The blocks of requests by their file or fence. */
export function blocksOf(requests: readonly ChosenRequest[]): ReadonlyMap<Known, readonly Block[]> {
  const blocks = new Map<Known, Block[]>();
  for (const { known, request } of requests) {
    const before = blocks.get(known);
    if (before === undefined) blocks.set(known, [request.block]);
    else before.push(request.block);
  }
  return blocks;
}

/**
 * The requests chosen by `FILE#NAME`, `-n`, `-l` or `--all`, else the only one.
 * @param ways how the command chooses, for the error
 * @throws {ReqError} of kind `usage` that lists the requests
 */
export function chooseRequests(of: OneFile, options: Options, ways = '-n or -l, or use --all'): readonly ChosenRequest[] {
  const { file } = of;
  const all = requestsOf(of);
  const name = of.name ?? options.text('name');
  const line = options.count('line');
  if ([of.name !== undefined, options.has('name'), line !== undefined, options.has('all')].filter(Boolean).length > 1)
    throw new ReqError('usage', 'Only one of FILE#NAME, -n, -l and --all can choose.');
  if (all.length === 0) throw withoutRequests(of);
  if (options.has('all')) return all.filter(({ request }) => !request.disabled);
  if (name !== undefined) return [named(all, file, name)];
  if (line !== undefined) return [atLine(of, all, line)];
  const [only, ...others] = all;
  if (only === undefined || others.length > 0)
    throw new ReqError('usage', `${shownPath(file)} contains ${all.length} requests: choose one with ${ways}.\n${listed(all)}`);
  return [only];
}

/** The error for a file without a request: its first syntax error, if it has one. */
function withoutRequests({ file, texts }: OneFile): ReqError {
  for (const { tree } of texts) {
    const problem = syntaxErrorOf(tree, file);
    if (problem !== undefined) return problem;
  }
  const hint = isMarkdown(file) ? { hint: 'Req reads the fences of a Markdown file that begin with ```req.' } : {};
  return new ReqError('usage', `${shownPath(file)} contains no request.`, hint);
}

const namesOf = (r: RequestSummary): readonly string[] => [directiveOf(r.block, 'name') ?? '', r.name, r.title];

function named(all: readonly ChosenRequest[], file: string, name: string): ChosenRequest {
  // A `@name` takes precedence over an equal title.
  const byIdentifier = all.filter(({ request }) => directiveOf(request.block, 'name') === name);
  const found = byIdentifier.length > 0 ? byIdentifier : all.filter(({ request }) => namesOf(request).includes(name));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    throw new ReqError(
      'usage',
      `${shownPath(file)} contains ${found.length} requests named "${name}": choose one with -l.\n${listed(found)}`,
    );
  const near = closest(
    name,
    all.flatMap(({ request }) => namesOf(request)).filter((n) => n !== ''),
  );
  throw new ReqError(
    'usage',
    `${shownPath(file)} contains no request named "${name}".\n${listed(all)}`,
    near === undefined ? {} : { hint: `Did you mean "${near}"?` },
  );
}

function atLine({ file, texts }: OneFile, all: readonly ChosenRequest[], line: number): ChosenRequest {
  if (!isMarkdown(file)) {
    const lineCount = texts[0]?.tree.lines.lineCount ?? 0;
    if (line > lineCount) throw new ReqError('usage', `${shownPath(file)} has no line ${line}: it ends at line ${lineCount}.`);
  }
  // The lines ``` of a fence belong to it.
  const known = texts.find(({ firstLine, tree }) => firstLine - 1 <= line && line <= tree.lines.lineCount);
  const request = known === undefined ? undefined : requestAt(known.tree, known.tree.lines.startOf(line - 1));
  if (known === undefined || request === undefined)
    throw new ReqError('usage', `${shownPath(file)} has no request at line ${line}.\n${listed(all)}`);
  return { known, request };
}

function listed(all: readonly ChosenRequest[]): string {
  return all
    .map(({ request: r }) => {
      const line = `${r.method} ${r.urlTemplate}`;
      const label = r.name || r.title;
      return `  ${String(r.line).padStart(4)}  ${label === '' || label === line ? line : `${label}  (${line})`}`;
    })
    .join('\n');
}
