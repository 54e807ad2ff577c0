/** A line `key: value` of a dictionary; `~` disables it. */
export interface Entry {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
  /** The value's type by an annotation: `number`, `boolean`, `object`. */
  readonly type?: string;
}

/** The blocks of a `.bru` file by name. */
export interface BruFile {
  /** Text blocks without their indentation of two spaces. */
  readonly texts: ReadonlyMap<string, string>;
  readonly dictionaries: ReadonlyMap<string, readonly Entry[]>;
  readonly lists: ReadonlyMap<string, readonly Entry[]>;
}

const textBlocks = /^(?:body(?::(?:json|text|xml|graphql|graphql:vars|sparql))?|script:(?:pre-request|post-response)|tests|docs)$/;

/** Reports a problem in a line, counted from 1. */
export type AddLineNote = (line: number, message: string) => void;

/** Parses a `.bru` file. Never throws; problems are reported. */
export function readBru(text: string, addNote: AddLineNote): BruFile {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const texts = new Map<string, string>();
  const dictionaries = new Map<string, readonly Entry[]>();
  const lists = new Map<string, readonly Entry[]>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (line.trim() === '') continue;
    const open = /^([A-Za-z][\w:-]*)\s*([{[])\s*$/.exec(line);
    if (open === null) {
      addNote(i + 1, 'This line belongs to no block and is left out.');
      continue;
    }
    const [, name = '', bracket] = open;
    const close = bracket === '{' ? '}' : ']';
    let end = i + 1;
    while (end < lines.length && lines[end]?.trimEnd() !== close) end++;
    if (end === lines.length) addNote(i + 1, `The block ${name} is not closed: the file is cut, or lacks a line with ${close} alone.`);
    const inside = lines.slice(i + 1, end);
    const first = i + 2;
    if (bracket === '[') lists.set(name, inside.flatMap(listEntry));
    else if (name === 'example') texts.set(name, '');
    else if (textBlocks.test(name)) texts.set(name, inside.map((l) => l.replace(/^ {1,2}|^\t/, '')).join('\n'));
    else
      dictionaries.set(
        name,
        entriesOf(inside, (at, message) => addNote(first + at, message)),
      );
    i = end;
  }
  return { texts, dictionaries, lists };
}

function listEntry(line: string): readonly Entry[] {
  const name = line.trim().replace(/,$/, '');
  if (name === '' || name.startsWith('@')) return [];
  return [{ name: name.replace(/^~/, ''), value: '', enabled: !name.startsWith('~') }];
}

/** @param addNote reports problems by line, counted from 0 */
function entriesOf(lines: readonly string[], addNote: AddLineNote): readonly Entry[] {
  const entries: Entry[] = [];
  let type: string | undefined;
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] as string).trim();
    // An annotation of the line below, such as a description.
    if (line === '' || /^@[A-Za-z]+(?:\(|$)/.test(line)) {
      if (/^@\w+\('''$/.test(line)) while (++i < lines.length && !lines[i]?.trim().startsWith("'''"));
      type = /^@(number|boolean|object)$/.exec(line)?.[1] ?? type;
      continue;
    }
    const m = /^(~?)(?:"((?:[^"\\]|\\.)*)"|([^:]*?))\s*:\s*(.*)$/.exec(line);
    if (m === null) {
      addNote(i, 'This line is not an entry of its block and is left out.');
      continue;
    }
    let value = m[4] ?? '';
    if (value === '[' && m[3] === 'tags') {
      const items: string[] = [];
      while (i + 1 < lines.length && lines[++i]?.trim() !== ']') items.push((lines[i] as string).trim().replace(/,$/, ''));
      value = items.filter((item) => item !== '').join(', ');
    } else if (value.startsWith("'''")) {
      const opened = i;
      const rest = [value.slice(3)];
      while (!(rest.at(-1) ?? '').includes("'''") && i + 1 < lines.length) rest.push((lines[++i] as string).replace(/^ {1,4}/, ''));
      const last = rest.length - 1;
      if (!(rest[last] ?? '').includes("'''")) addNote(opened, "The value is not closed by ''': it continues to the end of its block.");
      const [before = '', after = ''] = (rest[last] ?? '').split("'''");
      rest[last] = before.trimEnd();
      if (last > 0 && rest[0] === '') rest.shift();
      if (rest.length > 1 && rest.at(-1) === '') rest.pop();
      value = rest.join('\n') + (after.trim() === '' ? '' : ` ${after.trim()}`);
    }
    entries.push({
      name: m[2]?.replace(/\\(.)/g, '$1') ?? m[3] ?? '',
      value,
      enabled: m[1] === '',
      ...(type === undefined ? {} : { type }),
    });
    type = undefined;
  }
  return entries;
}
