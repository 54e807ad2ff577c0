/** A step of a path that a snapshot ignores: a key, an index, or `*` for each element or member. */
export type IgnoredStep = string | number | { readonly every: true };

export type IgnoredPaths =
  | { readonly ok: true; readonly paths: readonly (readonly IgnoredStep[])[] }
  | { readonly ok: false; readonly message: string };

const step = /\.?([^\s.,[\]"'*]+)|\.?(\*)|\[(\d+)\]|\[(\*)\]|\["((?:[^"\\]|\\.)*)"\]|\['([^']*)'\]/y;

/**
 * Reads what stands behind `matchesSnapshot`: nothing, or `ignoring` and paths with commas between them, `updatedAt, items[*].id`. They
 * begin at what is compared; a `$.` before one may stand there.
 */
export function readIgnoredPaths(text: string): IgnoredPaths {
  if (text === '') return { ok: true, paths: [] };
  const rest = /^ignoring(?:\s+(.*))?$/s.exec(text)?.[1]?.trim();
  if (rest === undefined || rest === '')
    return { ok: false, message: 'After matchesSnapshot stands nothing, or `ignoring` and paths: `ignoring updatedAt, items[*].id`.' };
  const paths: IgnoredStep[][] = [];
  for (let at = 0; at <= rest.length;) {
    at += /^\s*(?:\$\.?)?/.exec(rest.slice(at))?.[0].length ?? 0;
    const path: IgnoredStep[] = [];
    for (;;) {
      step.lastIndex = at;
      const found = step.exec(rest);
      if (found === null || found[0] === '') break;
      // A dot stands between two names, and nothing but brackets without one.
      if (path.length > 0 && !/^[.[]/.test(found[0])) break;
      path.push(stepOf(found));
      at = step.lastIndex;
    }
    const after = /^\s*(,|$)/.exec(rest.slice(at));
    if (path.length === 0 || after === null)
      return {
        ok: false,
        message: `\`${rest.slice(at).trim()}\` is no path: write \`updatedAt\`, \`items[*].id\` or \`["a key"]\`, with commas between them.`,
      };
    paths.push(path);
    at += after[0].length;
    if (after[1] !== ',') break;
  }
  return { ok: true, paths };
}

function stepOf([, name, star, index, each, quoted, single]: RegExpExecArray): IgnoredStep {
  if (star !== undefined || each !== undefined) return { every: true };
  if (index !== undefined) return Number(index);
  if (quoted !== undefined) return JSON.parse(`"${quoted}"`) as string;
  return name ?? single ?? '';
}
