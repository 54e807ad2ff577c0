import { readJson } from '../../../base/json/json.ts';

const byExtension: Readonly<Record<string, string>> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  csv: 'text/csv',
  txt: 'text/plain',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  ndjson: 'application/x-ndjson',
  jsonl: 'application/x-ndjson',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
};

/** Characters of the body that are examined. */
const enough = 4000;

/** Guesses the media type of a body from its text; for a body from a file, from the file's extension. */
export function guessContentType(body: string): string {
  const file = /^<@?[ \t]+(\S.*)/.exec(body)?.[1];
  if (file !== undefined) {
    const extension = /\.(\w{1,10})\s*$/.exec(file)?.[1]?.toLowerCase() ?? '';
    return Object.hasOwn(byExtension, extension) ? (byExtension[extension] as string) : 'application/octet-stream';
  }
  const text = body.slice(0, enough).trimStart();
  const boundary = /^--([\w'()+,./:=?-]{1,70})[ \t]*[\r\n]/.exec(text)?.[1];
  if (boundary !== undefined) return `multipart/form-data; boundary=${/[^\w-]/.test(boundary) ? `"${boundary}"` : boundary}`;
  if (/^[{[]/.test(text) && !text.startsWith('{{')) return isLines(text) ? 'application/x-ndjson' : 'application/json';
  if (/^<(?:!doctype html|html)\b/i.test(text)) return 'text/html';
  if (text.startsWith('<')) return 'application/xml';
  if (/^[^\s=&<>{}"]{1,200}=/.test(text) && !/[\r\n](?![ \t]*&)\S/.test(text)) return 'application/x-www-form-urlencoded';
  return 'text/plain';
}

/** Whether the text begins with two JSON values on separate lines. */
function isLines(text: string): boolean {
  const [first, second] = text.split(/\r\n|\n|\r/, 2);
  return second !== undefined && second.trim() !== '' && readJson(first ?? '').ok;
}
