import { ago } from '../../../base/text/ago.ts';
import { parseJson } from '../../../base/json/json.ts';
import { isNumeric, isObjectValue, valueToJson, valueToText, type ObjectValue, type Value } from '../../../base/values/value.ts';
import { visibleText } from '../../../base/text/visible.ts';
import { fence } from './hoverMarkdown.ts';

/** Longer texts are not decoded as tokens. */
const longestToken = 16_384;

const jwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/;

/** Decodes a JWT or a Unix timestamp. Markdown; undefined for other texts. */
export function decoded(text: string, now: number): string | undefined {
  return ofJwt(text, now) ?? ofTimestamp(text);
}

/** Header, claims and expiry of a JSON Web Token (RFC 7519), never its signature. */
function ofJwt(text: string, now: number): string | undefined {
  const token = text.replace(/^Bearer[ \t]+/i, '');
  if (token.length > longestToken || !jwt.test(token)) return undefined;
  const [head, claims] = token.split('.').slice(0, 2).map(jsonOf);
  if (head === undefined || claims === undefined) return undefined;
  const lines = [
    'JSON Web Token',
    fence(`${valueToJson(head, 2)}\n${valueToJson(claims, 2)}`.split('\n').map(visibleText).join('\n'), 'json'),
  ];
  for (const [claim, label] of [
    ['exp', (past: boolean) => (past ? 'Expired' : 'Expires')],
    ['nbf', (past: boolean) => (past ? 'Valid since' : 'Valid from')],
    ['iat', () => 'Issued'],
  ] as const) {
    const time = momentOf(claims.get(claim));
    if (time !== undefined) lines.push(`${label(time <= now)} ${new Date(time).toISOString().replace('.000Z', 'Z')}, ${ago(time, now)}`);
  }
  return lines.join('\n\n');
}

function jsonOf(base64url: string): ObjectValue | undefined {
  const text = textOfBase64(base64url);
  const value = text === undefined ? undefined : parseJson(text);
  return value !== undefined && isObjectValue(value) ? value : undefined;
}

/** Decodes base64 or base64url (RFC 4648); undefined if the input is neither or the bytes are not UTF-8. */
export function textOfBase64(text: string): string | undefined {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** A NumericDate (RFC 7519 §2) in milliseconds. */
function momentOf(value: Value | undefined): number | undefined {
  if (value === undefined || !isNumeric(value)) return undefined;
  const seconds = Number(valueToText(value));
  return Math.abs(seconds) < 8_640_000_000_000 ? seconds * 1000 : undefined;
}

/** 2001-09-09 to 2100. Other numbers of this length are not treated as timestamps. */
const [firstSecond, lastSecond] = [1_000_000_000, 4_102_444_800];

/** A timestamp in seconds or milliseconds since 1970, as a date. */
function ofTimestamp(text: string): string | undefined {
  if (!/^(?:\d{10}|\d{13})$/.test(text)) return undefined;
  const milliseconds = text.length === 13 ? Number(text) : Number(text) * 1000;
  if (milliseconds < firstSecond * 1000 || milliseconds > lastSecond * 1000) return undefined;
  const date = new Date(milliseconds);
  const unit = text.length === 13 ? 'milliseconds' : 'seconds';
  return `As a Unix timestamp in ${unit}: ${date.toISOString()} (${date.toLocaleString()} here)`;
}
