/** A script in `< {% … %}` or `> {% … %}`. */
interface HandlerScript {
  /** The opening mark, such as `> {%`. */
  readonly open: string;
  /** The text between the marks, without the name of its language. */
  readonly source: string;
  readonly lines: readonly string[];
  /** The language, if other than JavaScript. */
  readonly foreign: string | undefined;
  /** The index of its last line. */
  readonly end: number;
}

/** The start of a handler script: its mark, `<` before the request and `>` after the response, in group 1. */
export const handlerStart = /^([<>])\s*\{%/;

/** The handler script that begins at a line with `open`; undefined if it is not closed. */
export function handlerScript(lines: readonly string[], from: number, open: string): HandlerScript | undefined {
  const end = scriptEnd(lines, from);
  if (end < 0) return undefined;
  const own = lines.slice(from, end + 1);
  const source = own.join('\n').trimEnd().slice(open.length, -2);
  const [mark = '', name, lua] = /^(?:[ \t]*lang=(\w+)|\s*--[ \t]*(lua)\b)/.exec(source) ?? [];
  const isJavaScript = mark === '' || /^(?:js|javascript)$/.test(name ?? '');
  const foreign = isJavaScript ? undefined : lua === undefined && name !== 'lua' ? name : 'Lua';
  return { open, source: source.slice(mark.length), lines: own, foreign, end };
}

/** The line that ends the script beginning at `from`; -1 if another script begins before, or there is no such line. */
function scriptEnd(lines: readonly string[], from: number): number {
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] as string;
    if (i > from && /^[<>]\s*\{%/.test(line)) return -1;
    if (line.trimEnd().endsWith('%}')) return i;
  }
  return -1;
}

/** A script of httpYac in lines `{{` and `}}`. */
interface BraceScript {
  readonly source: string;
  /** The event that triggers it; empty if none is named. */
  readonly event: string;
  /** The index of its last line. */
  readonly end: number;
}

/** The start of a script of httpYac: `{{`, `{{response`, `{{@request`, `{{@js`, `{{+`. Its event is the group. */
export const braceStart = /^\s*\{\{(?:@js\b\s*(?!\s))?[+@]?(request|streaming|response|after|responseLogging|)\s*$/i;

/** The script of httpYac that begins at a line; undefined if no line `}}` ends it. */
export function braceScript(lines: readonly string[], from: number): BraceScript | undefined {
  const end = lines.findIndex((l, i) => i > from && /^\s*\}\}\s*$/.test(l));
  if (end < 0) return undefined;
  const event = braceStart.exec(lines[from] ?? '')?.[1]?.toLowerCase() ?? '';
  return { source: lines.slice(from + 1, end).join('\n'), event, end };
}
