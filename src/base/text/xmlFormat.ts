type Token =
  | { readonly kind: 'open' | 'close' | 'empty'; readonly text: string }
  /** A comment, CDATA section, processing instruction or declaration. */
  | { readonly kind: 'other'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

const markup = /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<![^[>]*(?:\[[^\]]*\])?[^>]*>|<\/[^>]*>|<(?:[^"'>]|"[^"]*"|'[^']*')*>/y;
const indentStep = '  ';
/** Maximum indentation in levels; deeper elements keep it, so that lines stay readable. */
const deepest = 48;

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    if (text.charCodeAt(at) !== 60) {
      const next = text.indexOf('<', at);
      const end = next < 0 ? text.length : next;
      tokens.push({ kind: 'text', text: text.slice(at, end) });
      at = end;
      continue;
    }
    markup.lastIndex = at;
    const tag = markup.exec(text)?.[0];
    if (tag === undefined) return undefined;
    const kind = tag.startsWith('</') ? 'close' : /^<[!?]/.test(tag) ? 'other' : tag.endsWith('/>') ? 'empty' : 'open';
    // CDATA is character data: its element is not formatted.
    tokens.push({ kind: tag.startsWith('<![CDATA[') ? 'text' : kind, text: tag });
    at += tag.length;
  }
  return tokens;
}

/**
 * Formats XML, one line per element. Only white space between tags changes, and only in elements without text; names,
 * attributes, text, comments and CDATA stay the same. Text that is not well-formed is returned as it is. Linear time at
 * any depth.
 */
export function formatXml(text: string): string {
  const tokens = tokensOf(text);
  if (tokens === undefined) return text;
  const mixed = mixedElements(tokens);
  if (mixed === undefined) return text;
  const out: string[] = [];
  let depth = 0;
  /** For each open element, whether its content is kept unchanged. */
  const open: boolean[] = [];
  let element = 0;
  let fresh = true;
  const line = (): void => {
    if (!fresh) out.push('\n');
    out.push(indentStep.repeat(Math.min(depth, deepest)));
    fresh = false;
  };
  /** How many open elements keep their content. */
  let keepers = 0;
  for (const token of tokens) {
    const free = keepers === 0;
    switch (token.kind) {
      case 'text':
        if (!free) out.push(token.text);
        else if (token.text.trim() !== '') {
          line();
          out.push(token.text.trim());
        }
        break;
      case 'other':
      case 'empty':
        if (free) line();
        if (token.kind === 'empty') element++;
        out.push(token.text);
        break;
      case 'open': {
        if (free) line();
        out.push(token.text);
        const keeps = mixed[element++] === true;
        open.push(keeps);
        if (keeps) keepers++;
        depth++;
        break;
      }
      case 'close': {
        depth--;
        const kept = open.pop() === true;
        if (free) line();
        out.push(token.text);
        if (kept) keepers--;
        break;
      }
    }
  }
  return out.join('');
}

/**
 * For each element in document order, whether it contains text or is empty, so that its content must not change.
 * Undefined if tags do not match.
 */
function mixedElements(tokens: readonly Token[]): readonly boolean[] | undefined {
  const mixed: boolean[] = [];
  const open: { readonly index: number; readonly name: string; empty: boolean }[] = [];
  for (const token of tokens) {
    const inner = open.at(-1);
    switch (token.kind) {
      case 'text':
        if (inner !== undefined && token.text.trim() !== '') mixed[inner.index] = true;
        break;
      case 'open':
      case 'empty':
        if (inner !== undefined) inner.empty = false;
        mixed.push(false);
        if (token.kind === 'open') open.push({ index: mixed.length - 1, name: /^<([^\s>]*)/.exec(token.text)?.[1] ?? '', empty: true });
        break;
      case 'close': {
        const last = open.pop();
        if (last === undefined || last.name !== /^<\/([^\s>]*)/.exec(token.text)?.[1]) return undefined;
        if (last.empty) mixed[last.index] = true;
        break;
      }
      case 'other':
        if (inner !== undefined) inner.empty = false;
    }
  }
  return open.length === 0 ? mixed : undefined;
}
