const any = Symbol('any child');
const deep = Symbol('any depth');

/** A rule of the setting, read: a header by its name, or a place of the body. */
export type IgnoreRule =
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'body'; readonly steps: readonly IgnoreStep[] };

/** A member's name, a number of an item, any child, or any depth before the next step. */
export type IgnoreStep = string | number | typeof any | typeof deep;

/** One step: `.name`, `..`, `.*`, `[0]`, `[*]`, `['name']`, `["name"]`. */
const step = /\.\.|\.?\*|\[\*\]|\[(\d+)\]|\[(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\]|\.?([^.[\]*]+)/y;

/**
 * Reads `$.timestamp`, `body.items[*].id`, `$..createdAt`, `headers.date`, `header Date`. Undefined where it is none of these.
 */
export function readIgnoreRule(rule: string): IgnoreRule | undefined {
  const text = rule.trim();
  const header =
    /^headers?(?:\.|\s+)([^\s]+)$/i.exec(text)?.[1] ?? /^headers?\[(?:'([^']+)'|"([^"]+)")\]$/i.exec(text)?.slice(1).find(Boolean);
  if (header !== undefined) return { kind: 'header', name: header.toLowerCase() };
  const path = text.replace(/^(?:\$|body(?=[.[]|$))/, '');
  const steps: IgnoreStep[] = [];
  for (step.lastIndex = 0; step.lastIndex < path.length;) {
    const found = step.exec(path);
    if (found === null) return undefined;
    const [whole, index, single, double, name] = found;
    if (whole === '..') steps.push(deep);
    else if (whole.includes('*')) steps.push(any);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push((single ?? double ?? name ?? '').replace(/\\(.)/g, '$1'));
  }
  return steps.length === 0 || steps.at(-1) === deep ? undefined : { kind: 'body', steps };
}

/** Whether a place of the body is what a rule's steps lead to. */
export function leadsTo(steps: readonly IgnoreStep[], path: readonly (string | number)[]): boolean {
  const [first, ...rest] = steps;
  if (first === undefined) return path.length === 0;
  if (first === deep) return path.some((_, i) => leadsTo(rest, path.slice(i)));
  const [here, ...below] = path;
  return here !== undefined && (first === any || String(first) === String(here)) && leadsTo(rest, below);
}
