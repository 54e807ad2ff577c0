import type { Environments } from './importedEnvironments.ts';
import type { FolderDraft, PreambleDraft, RequestDraft } from '../draft.ts';
import { valueToJson } from '../../../base/values/value.ts';

// Definitions of a file apply to all its requests, and the first block does not see definitions below it. Other clients have variables per
// request, so requests are moved to separate files if this would change their values.

const textOf = (draft: PreambleDraft | RequestDraft): string => JSON.stringify(draft);

function namesIn(text: string): ReadonlySet<string> {
  const placeholders = Array.from(text.matchAll(/\ufdd4\s*([^\s\ufdd5|[]+)/g), (m) => m[1] ?? '');
  const scripts = Array.from(text.matchAll(/Var\(\\?["']([^"'\\]+)/g), (m) => m[1] ?? '');
  return new Set([...placeholders.flatMap((name) => [name, name.replace(/\.[^]*$/, '')]), ...scripts]);
}

export function mentionedAround(root: FolderDraft, environments: Environments): ReadonlySet<string> {
  const all: string[] = [];
  const visit = (folder: FolderDraft): void => {
    all.push(textOf(folder.preamble));
    for (const inner of folder.folders) visit(inner);
  };
  visit(root);
  for (const values of environments.values()) for (const { value } of values) all.push(valueToJson(value));
  return namesIn(all.join('\n'));
}

const ownNames = ({ variables }: RequestDraft): ReadonlySet<string> => new Set(variables?.map(([name]) => name));

/** Requests that need a separate file, because another request of the file would use their variables. */
export function requestsApart(requests: readonly RequestDraft[], mentioned: ReadonlySet<string>): ReadonlySet<RequestDraft> {
  const known = requests.map((request) => ({ request, own: ownNames(request) }));
  if (known.every(({ own }) => own.size === 0)) return new Set();
  /** By name: the requests that define the variable, and the others that read it. */
  const owners = new Map<string, number>();
  const readers = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { request, own } of known) {
    for (const name of own) count(owners, name);
    for (const name of namesIn(textOf(request))) if (!own.has(name)) count(readers, name);
  }
  const leaks = (name: string): boolean => (mentioned.has(name) ? owners.get(name) !== known.length : readers.has(name));
  return new Set(known.filter(({ own }) => [...own].some(leaks)).map(({ request }) => request));
}

/** Whether the requests of a folder fit in one file: its first block must not use variables of the requests. */
export function isOneFile({ requests, preamble }: FolderDraft, mentioned: ReadonlySet<string>): boolean {
  if (requestsApart(requests, mentioned).size > 0) return false;
  const around = namesIn(textOf(preamble));
  return !requests.some((r) => [...ownNames(r)].some((name) => around.has(name)));
}
