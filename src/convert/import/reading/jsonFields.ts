import { percentEncodeAll } from '../../../language/index.ts';
import { fileMark, piecesOf } from '../../text/marks.ts';
import { baseName, disposition, typeOfFile, type FormPart } from '../../text/multipartText.ts';
import type { BodyToWrite } from '../../text/write.ts';
import type { HeaderDraft } from '../draft.ts';

/** A form field. Texts may contain marks. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly type?: string;
  readonly isFile?: boolean;
  /** The name that is sent for a file; default the end of its path. */
  readonly fileName?: string;
  /** Brackets of the name are structure (`metadata[order]`) and are not encoded. */
  readonly isNested?: boolean;
}

const formEncoded = (text: string): string =>
  piecesOf(text)
    .map((p) => (p.kind === 'text' ? percentEncodeAll(p.text).replaceAll('%20', '+') : p.mark))
    .join('');

const nameEncoded = ({ name, isNested }: Field): string =>
  isNested === true ? formEncoded(name).replaceAll('%5B', '[').replaceAll('%5D', ']') : formEncoded(name);

/** Writes fields as `application/x-www-form-urlencoded`, one per line. */
export const urlencodedBody = (fields: readonly Field[]): BodyToWrite => ({
  kind: 'text',
  text: fields.map((f) => `${nameEncoded(f)}=${formEncoded(f.value)}`).join('\n&'),
  joined: true,
});

/** Media types of files by their extension that other clients know, besides those of curl. */
const more: Readonly<Record<string, string>> = {
  bmp: 'image/bmp',
  css: 'text/css',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gz: 'application/gzip',
  ics: 'text/calendar',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  tar: 'application/x-tar',
  wav: 'audio/wav',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  yaml: 'text/yaml',
  yml: 'text/yaml',
  zip: 'application/zip',
};

const typeByName = (path: string): string => {
  const ending = /\.(\w{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(more, ending) ? (more[ending] ?? '') : typeOfFile(path);
};

/**
 * Writes fields as `multipart/form-data`; `header` contains the boundary.
 * @param typeOf the media type of a file without one
 */
export function multipartBody(fields: readonly Field[], typeOf = typeByName): { readonly body: BodyToWrite; readonly header: HeaderDraft } {
  const parts = fields.map((f): FormPart => {
    const type = f.type === undefined || f.type === '' ? (f.isFile === true ? typeOf(f.fileName ?? f.value) : '') : f.type;
    return {
      headers: [
        disposition(f.name, f.isFile === true ? (f.fileName ?? baseName(f.value)) : undefined),
        ...(type === '' ? [] : [`Content-Type: ${type}`]),
      ],
      content: f.isFile === true ? fileMark(f.value) : f.value.replace(/\r\n?/g, '\n'),
    };
  });
  let boundary = 'req-form-boundary';
  while (parts.some((p) => p.content.includes(boundary))) boundary += '-';
  return {
    body: { kind: 'form', boundary, parts },
    header: { name: 'Content-Type', value: `multipart/form-data; boundary=${boundary}` },
  };
}

/** Adds a Content-Type unless there is one. */
export const withType = (headers: readonly HeaderDraft[], value: string): readonly HeaderDraft[] =>
  value === '' || headers.some((h) => h.disabled !== true && h.name.trim().toLowerCase() === 'content-type')
    ? headers
    : [...headers, { name: 'Content-Type', value }];

export const withThisType = (headers: readonly HeaderDraft[], header: HeaderDraft): readonly HeaderDraft[] => [
  ...headers.filter((h) => h.name.trim().toLowerCase() !== 'content-type'),
  header,
];
