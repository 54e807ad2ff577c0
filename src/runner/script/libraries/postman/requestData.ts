import type { KitRequest } from '../kit.ts';

/** `request.data` of older Postman scripts: the fields of a form by name, or the text of another body. */
export function requestData({ headers, body }: KitRequest): Readonly<Record<string, string>> | string {
  const text = body ?? '';
  const type = headers.get('content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return Object.fromEntries(new URLSearchParams(text));
  const boundary = /^multipart\/form-data\b.*?;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i
    .exec(type)
    ?.slice(1)
    .find((b) => b !== undefined);
  return boundary === undefined ? text : Object.fromEntries(text.split(`--${boundary}`).flatMap(field));
}

/** A part of a multipart body as a name and a value; empty if it is not a field. */
function field(part: string): readonly (readonly [string, string])[] {
  const [, head = '', value = ''] = /^\r?\n([\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?\n$/.exec(part) ?? [];
  const name = /^content-disposition:.*?;\s*name="([^"]*)"/im.exec(head)?.[1];
  return name === undefined ? [] : [[name, value]];
}
