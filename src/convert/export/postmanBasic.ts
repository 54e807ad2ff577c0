import { maskText } from '../../base/masks/mask.ts';
import { hasVariables } from '../text/marks.ts';
import type { ExportedRequest } from './model.ts';

export interface BasicFields {
  readonly username: string;
  readonly password: string;
}

/**
 * User and password of a header `Authorization: Basic …`; undefined for others. Secrets are marked.
 * @param shown restores the variables of a text that was written as `word`
 */
export function basicFields(r: ExportedRequest, header: string, shown: (text: string, word: string) => string): BasicFields | undefined {
  const credentials = /^Basic (\S.*)$/.exec(header)?.[1];
  if (credentials === undefined) return undefined;
  const words = r.written?.auth?.kind === 'basic' ? r.written.auth.words : [];
  if (hasVariables(credentials)) {
    const [username, password] = words.map((word) => ofWord(r, word, shown));
    return username === undefined || password === undefined ? undefined : { username, password };
  }
  const [, user, password = ''] = /^([^:]*):([^]*)$/.exec(decoded(credentials)) ?? [];
  return user === undefined ? undefined : { username: shown(user, words[0] ?? ''), password: shown(password, words[1] ?? '') };
}

/** A word of `# @auth`: a literal, or one placeholder. Undefined for others. */
function ofWord(r: ExportedRequest, word: string, shown: (text: string, word: string) => string): string | undefined {
  if (!word.includes('{{') || /^\{\{\s*\$secret\.\w+\s*\}\}$/.test(word)) return r.hide(word, 'password');
  const name = /^\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}$/u.exec(word)?.[1];
  const value = r.written?.values.find(({ placeholder }) => placeholder === word)?.text;
  if (name === undefined || value === undefined) return undefined;
  if (!value.includes(maskText)) return shown(r.hide(value, name), word);
  return /^\w+$/.test(name) ? r.hide(`{{$secret.${name}}}`, name) : undefined;
}

function decoded(base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
  } catch {
    return '';
  }
}
