import { contains } from '../../../base/text/text.ts';
import { authSchemeEntry } from '../../catalog/authSchemes.ts';
import { headerEntry, type HeaderEntry } from '../../catalog/headerCatalog.ts';
import { mediaTypeEntry } from '../../catalog/mediaTypes.ts';
import { methods } from '../../catalog/methods.ts';
import type { Span } from '../../syntax/nodes.ts';
import { textOfBase64 } from './decoded.ts';
import type { Hover, HoverContext } from './hoverContext.ts';
import { ofLiteral, wordAt } from './literalHover.ts';
import { code, oneLine, reference } from './hoverMarkdown.ts';

export function ofHeader(offset: number, context: HoverContext): Hover | undefined {
  for (const { name, values } of context.block.headers) {
    if (contains(name, offset)) {
      const known = headerEntry(name.text);
      return known && { range: name, markdown: `**${known.name}** · ${reference(known.reference)}\n\n${known.summary}` };
    }
    const value = values.find((v) => contains(v, offset));
    if (value !== undefined)
      return ofCredentials(name.text, value, offset) ?? ofValue(headerEntry(name.text), value, offset) ?? ofLiteral(value, offset, context);
  }
  return undefined;
}

/** Hover for `Authorization: Basic …` (RFC 7617): the user name, never the password. */
function ofCredentials(header: string, value: Span, offset: number): Hover | undefined {
  const m = /^(Basic[ \t]+)([A-Za-z0-9+/=_-]{2,})$/i.exec(value.text);
  if (m === null || !/^(?:proxy-)?authorization$/i.test(header)) return undefined;
  const range = { start: value.start + (m[1] ?? '').length, end: value.end };
  const user = contains(range, offset) ? textOfBase64(m[2] ?? '')?.split(':')[0] : undefined;
  return user === undefined ? undefined : { range, markdown: `User ${code(oneLine(user, 200))}, with a password` };
}

function ofValue(entry: HeaderEntry | undefined, value: Span, offset: number): Hover | undefined {
  const word = wordAt(value, offset, /[^\s,;"=]/);
  if (word === undefined || entry?.values === undefined) return undefined;
  const hoverOf = (name: string, from: string, summary: string): Hover => ({
    range: word,
    markdown: `**${name}** · ${reference(from)}\n\n${summary}`,
  });
  switch (entry.values) {
    case 'media types': {
      const type = mediaTypeEntry(word.text);
      return type && hoverOf(type.name, type.reference, type.summary);
    }
    case 'auth schemes': {
      const scheme = word.start === value.start ? authSchemeEntry(word.text) : undefined;
      return scheme && hoverOf(scheme.name, scheme.reference, scheme.summary);
    }
    case 'methods': {
      const method = methods.find((m) => m.name === word.text);
      return method && hoverOf(method.name, method.reference, method.summary);
    }
    case 'header names': {
      const header = headerEntry(word.text);
      return header && hoverOf(header.name, header.reference, header.summary);
    }
    case 'origin':
      return undefined;
    default: {
      const known = Object.entries(entry.values).find(([name]) => name.toLowerCase() === word.text.toLowerCase());
      return known && { range: word, markdown: `**${known[0]}**\n\n${known[1]}` };
    }
  }
}
