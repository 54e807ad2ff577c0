import { subjectEntry } from '../catalog/assertionCatalog.ts';
import { isToken, wordEnd } from './lines.ts';
import { readOperator } from './assertionOperator.ts';
import { readAssertedPath, type AssertedPath } from './assertedPath.ts';
import type { AssertionSubject, EventCondition } from './nodes.ts';
import { skipBlanks } from './path.ts';

export type ReadSubject =
  | { readonly ok: true; readonly subject: AssertionSubject; readonly end: number }
  | { readonly ok: false; readonly message: string };

const wrong = (message: string): ReadSubject => ({ ok: false, message });

/** Reads the left side of an assertion whose first word is a known subject. */
export function readSubject(text: string, start: number, end: number): ReadSubject {
  const root = /[A-Za-z]*/y;
  root.lastIndex = start;
  const name = root.exec(text)?.[0] ?? '';
  const after = start + name.length;
  switch (name) {
    case 'header':
    case 'event':
      return readNamed(text, name, after, end);
    case 'any':
    case 'every':
    case 'no':
      return readEachEvent(text, name, skipBlanks(text, after), end);
    case 'gap':
    case 'ttfe':
      return { ok: true, subject: { kind: 'event-time', of: name }, end: after };
    case 'events': {
      const next = skipBlanks(text, after);
      if (next > after && text.startsWith('where', next) && wordEnd(text, next, end) === next + 5) return readCount(text, next + 5, end);
    }
  }
  const path = readAssertedPath(text, start, end);
  if (!path.ok) return wrong(path.message ?? expectedPath(name, text.slice(after, wordEnd(text, after, end))));
  const { selector } = path;
  if ((path.steps.length > 0 || path.query !== undefined || selector !== undefined) && subjectEntry(name)?.rest === 'none')
    return wrong(`${name} has no parts: write ${name} alone.`);
  return {
    ok: true,
    subject: { kind: 'path', root: name, ...stepsOf(path), ...(selector === undefined ? {} : { selector }) },
    end: path.end,
  };
}

function expectedPath(name: string, given: string): string {
  if (given.includes('{{'))
    return 'A path contains no placeholders: they are on the right of an assertion. Compare such a value in a script.';
  if (/\[[*?]|\.[.*]/.test(given)) return `Only a JSONPath selects several values: it begins with $, as in ${name}.$.items[*].id.`;
  return `Expected a path after ${name}: write ${name}.name, ${name}[0] or ${name}["key"].`;
}

/** The left side of an assertion that was read before; undefined if it is not one. */
export function subjectFrom(left: string): AssertionSubject | undefined {
  const read = readSubject(left, 0, left.length);
  return read.ok && read.end === left.length ? read.subject : undefined;
}

function readNamed(text: string, root: 'header' | 'event', at: number, end: number): ReadSubject {
  const start = skipBlanks(text, at);
  const to = wordEnd(text, start, end);
  if (start === at || to === start)
    return wrong(
      root === 'header'
        ? 'A name is missing after header: write `?? header Content-Type …`.'
        : 'A name is missing after event: write `?? event done …`.',
    );
  const name = text.slice(start, to);
  // No response can have such a header, so `!exists` would always pass.
  if (root === 'header' && !isToken(text, start, to)) return wrong(`${name} is not the name of a header.`);
  return { ok: true, subject: root === 'header' ? { kind: 'header', name } : { kind: 'named-event', name }, end: to };
}

const stepsOf = ({ steps, query }: Extract<AssertedPath, { ok: true }>): Pick<EventCondition, 'steps' | 'query'> =>
  query === undefined ? { steps } : { steps, query };

function readEachEvent(text: string, which: 'any' | 'every' | 'no', at: number, end: number): ReadSubject {
  const path = readEventPath(text, at, end);
  if (!path.ok) return wrong(path.message ?? `Expected event after ${which}: write \`?? ${which} event.data.name …\`.`);
  return { ok: true, subject: { kind: 'each-event', which, ...stepsOf(path) }, end: path.end };
}

function readEventPath(text: string, at: number, end: number): AssertedPath {
  const path = readAssertedPath(text, at, end);
  if (path.ok && path.selector !== undefined)
    return {
      ok: false,
      message: `${path.selector.language} reads whole documents, so it cannot judge each event: use body or events[0].data.`,
    };
  return path.ok && path.root !== 'event' ? { ok: false, message: undefined } : path;
}

const quoted = /"(?:[^"\\]|\\.)*"/y;

function readCount(text: string, from: number, end: number): ReadSubject {
  const where: EventCondition[] = [];
  for (let at = skipBlanks(text, from); ;) {
    const path = readEventPath(text, at, end);
    if (!path.ok) return wrong(path.message ?? 'Expected a condition after where: write `?? events where event == token count >= 3`.');
    const operator = readOperator(text, path.end, end);
    if (operator.entry === undefined || !['none', 'value'].includes(operator.entry.operand))
      return wrong(`Expected an operator after ${text.slice(at, path.end)}: write \`?? events where event == token count >= 3\`.`);
    let to = operator.end;
    let right = '';
    if (operator.entry.operand === 'value') {
      const start = skipBlanks(text, to);
      quoted.lastIndex = start;
      to = quoted.test(text) ? quoted.lastIndex : wordEnd(text, start, end);
      right = text.slice(start, to);
      if (right === '') return wrong(`A value is missing after ${operator.entry.name}.`);
      if (/(?<!\\)\{\{/.test(right)) return wrong('Conditions after where take no placeholders: write the value itself.');
    }
    where.push({ ...stepsOf(path), operator: operator.entry.name, negated: operator.negated, right });
    const next = skipBlanks(text, to);
    const nextEnd = wordEnd(text, next, end);
    const word = text.slice(next, nextEnd);
    if (word === 'count') return { ok: true, subject: { kind: 'event-count', where }, end: nextEnd };
    if (word !== 'and') return wrong('Expected `and` or `count` after the condition: write `?? events where event == token count >= 3`.');
    at = skipBlanks(text, nextEnd);
  }
}
