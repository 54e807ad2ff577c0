import { closest } from '../../base/closest.ts';
import { ReqError } from '../../base/reqError.ts';
import { directiveOf, listRequests, requestAt, syntaxErrorOf, type DocumentTree, type RequestSummary } from '../../language/index.ts';
import type { Options } from '../commandLine/args.ts';
import { shownPath } from '../world/shownPath.ts';

/**
 * The requests chosen by `-n`, `-l` or `--all`, else the only one.
 * @throws {ReqError} of kind `usage` that lists the requests
 */
export function chooseRequests(tree: DocumentTree, file: string, options: Options): readonly RequestSummary[] {
  const all = listRequests(tree);
  const name = options.text('name');
  const line = options.count('line');
  if ([name !== undefined, line !== undefined, options.has('all')].filter(Boolean).length > 1)
    throw new ReqError('usage', 'Only one of -n, -l and --all can choose.');
  if (all.length === 0) throw syntaxErrorOf(tree, file) ?? new ReqError('usage', `${shownPath(file)} contains no request.`);
  if (options.has('all')) return all.filter((r) => !r.disabled);
  if (name !== undefined) return [named(all, file, name)];
  if (line !== undefined) return [atLine(tree, all, file, line)];
  const [only, ...others] = all;
  if (only === undefined || others.length > 0)
    throw new ReqError(
      'usage',
      `${shownPath(file)} holds ${all.length} requests: choose one with -n or -l, or take --all.\n${listed(all)}`,
    );
  return [only];
}

const namesOf = (r: RequestSummary): readonly string[] => [directiveOf(r.block, 'name') ?? '', r.name, r.title];

function named(all: readonly RequestSummary[], file: string, name: string): RequestSummary {
  // A `@name` takes precedence over an equal title.
  const byIdentifier = all.filter((r) => directiveOf(r.block, 'name') === name);
  const found = byIdentifier.length > 0 ? byIdentifier : all.filter((r) => namesOf(r).includes(name));
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    throw new ReqError('usage', `${shownPath(file)} holds ${found.length} requests named "${name}": choose one with -l.\n${listed(found)}`);
  const near = closest(
    name,
    all.flatMap((r) => namesOf(r)).filter((n) => n !== ''),
  );
  throw new ReqError(
    'usage',
    `${shownPath(file)} contains no request named "${name}".\n${listed(all)}`,
    near === undefined ? {} : { hint: `Did you mean "${near}"?` },
  );
}

function atLine(tree: DocumentTree, all: readonly RequestSummary[], file: string, line: number): RequestSummary {
  const { lineCount } = tree.lines;
  if (line > lineCount) throw new ReqError('usage', `${shownPath(file)} has ${lineCount} lines, none ${line}.`);
  const found = requestAt(tree, tree.lines.startOf(line - 1));
  if (found === undefined) throw new ReqError('usage', `No request of ${shownPath(file)} stands at line ${line}.\n${listed(all)}`);
  return found;
}

/** One line per request. */
function listed(all: readonly RequestSummary[]): string {
  return all
    .map((r) => {
      const line = `${r.method} ${r.urlTemplate}`;
      const label = r.name || r.title;
      return `  ${String(r.line).padStart(4)}  ${label === '' || label === line ? line : `${label}  (${line})`}`;
    })
    .join('\n');
}
