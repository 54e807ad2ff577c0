/** A body of a request, or the expected body of a response. Texts are as written, with placeholders. */
export type HurlBody =
  | { readonly kind: 'json' | 'xml'; readonly text: string }
  /** In triple backticks; `language` is empty for plain text. */
  | { readonly kind: 'block'; readonly language: string; readonly text: string }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'hex' | 'base64'; readonly data: string };

interface FoundBody {
  readonly body: HurlBody;
  /** Offset after the body. */
  readonly end: number;
}

/**
 * The body at an offset; undefined if there is none.
 * @param isChecked whether the line is in a section whose lines may begin with a word
 */
export function bodyAt(text: string, at: number, isChecked: boolean): FoundBody | undefined {
  const rest = text.slice(at, at + 60);
  if (rest.startsWith('```')) return blockAt(text, at);
  if (rest.startsWith('`')) {
    const [line = '', content = ''] = matchAt(/`((?:\\.|[^`\\\r\n])*)`/y, text, at) ?? [];
    return line === '' ? undefined : { body: { kind: 'line', text: content }, end: at + line.length };
  }
  if (/^(?:\{(?!\{)|\[)/.test(rest)) {
    const end = jsonEnd(text, at);
    return end === undefined ? undefined : { body: { kind: 'json', text: text.slice(at, end) }, end };
  }
  if (rest.startsWith('<')) {
    const end = xmlEnd(text, at);
    return end === undefined ? undefined : { body: { kind: 'xml', text: text.slice(at, end) }, end };
  }
  const [coded, kind, data = ''] = matchAt(/(hex|base64|file)\s*,((?:\\.|[^;\\])*);/y, text, at) ?? [];
  if (coded !== undefined && kind !== undefined)
    return {
      body: kind === 'file' ? { kind, path: data.trim() } : { kind: kind as 'hex' | 'base64', data: data.replace(/\s+/g, '') },
      end: at + coded.length,
    };
  const scalar = isChecked
    ? undefined
    : matchAt(/(?:"(?:\\.|[^"\\\r\n])*"|true|false|null|-?\d[\d.eE+-]*)(?=[ \t]*(?:#.*)?(?:\r?\n|$))/y, text, at)?.[0];
  return scalar === undefined ? undefined : { body: { kind: 'json', text: scalar }, end: at + scalar.length };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function blockAt(text: string, at: number): FoundBody | undefined {
  const close = text.indexOf('```', at + 3);
  if (close < 0) return undefined;
  const inside = text.slice(at + 3, close);
  const [head, language = ''] = /^([\w-]*)(?:,[\w, -]*)?[ \t]*\r?\n/.exec(inside) ?? [];
  return { body: { kind: 'block', language, text: head === undefined ? inside : inside.slice(head.length) }, end: close + 3 };
}

/** Offset after a JSON object or list, which may contain placeholders; undefined if it is not closed. */
function jsonEnd(text: string, at: number): number | undefined {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const c = text[i] as string;
    if (text.startsWith('{{', i)) {
      const close = text.indexOf('}}', i);
      if (close < 0) return undefined;
      i = close + 1;
    } else if (c === '"') {
      for (i++; i < text.length && text[i] !== '"'; i++) if (text[i] === '\\') i++;
    } else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) return i + 1;
  }
  return undefined;
}

const xmlToken =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<![^[>]*(?:\[[^\]]*\])?[^>]*>|<(\/?)[^\s<>/!?](?:"[^"]*"|'[^']*'|[^<>"'])*>/g;

/** Offset after the root element; undefined if it is not closed. */
function xmlEnd(text: string, at: number): number | undefined {
  let depth = 0;
  xmlToken.lastIndex = at;
  for (let m = xmlToken.exec(text); m !== null; m = xmlToken.exec(text)) {
    const [tag, slash] = m;
    if (slash === undefined) continue;
    depth += slash === '/' ? -1 : tag.endsWith('/>') ? 0 : 1;
    if (depth <= 0) return m.index + tag.length;
  }
  return undefined;
}
