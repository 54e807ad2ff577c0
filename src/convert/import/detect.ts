import { looksLikeCurl } from '../curl/shell.ts';
import { isReqError, type ReqError } from '../../base/reqError.ts';
import { topKeys } from './reading/topKeys.ts';
import { importFormats, type ImportFormat, type ImportInput } from './importResult.ts';

/** A section of a Hurl file, or an expected status. */
const partOfHurl =
  /^(?:HTTP(?:\/(?:\*|[\d.]+))?[ \t]+(?:\d{3}|\*)|\[(?:Asserts|Captures|Options|Query(?:StringParams)?|Form(?:Params)?|Multipart(?:FormData)?|Cookies|BasicAuth)\])[ \t]*\r?$/m;

/** Detects the format of a file by content, then by name; undefined if unknown. */
export function detectFormat(input: ImportInput): ImportFormat | undefined {
  const { path, text } = input;
  const start = text.slice(0, 200_000);
  const name = path.toLowerCase();
  if (/\.bru$|(?:^|\/)bruno\.json$|(?:^|\/)opencollection\.ya?ml$/.test(name)) return 'bruno';
  if (/\.(?:http|rest)$/.test(name)) return 'http';
  if (name.endsWith('.har')) return 'har';
  if (name.endsWith('.hurl')) return 'hurl';
  const isData =
    /^\ufeff?\s*[{[]/.test(start) ||
    /\.ya?ml$/.test(name) ||
    /^\ufeff?(?:---|%YAML|#[^\n]*\n|\s)*["']?(?:openapi|swagger|type|opencollection|info|meta)["']?\s*:/.test(start);
  if (isData || /^_type:\s*["']?export/m.test(start)) return ofDocument(input);
  if (/^\s*(?:[$>#%] )?(?:\S*[\\/])?curl(?:\.exe)?\s/.test(start) || looksLikeCurl(text)) return 'curl';
  if (/^meta \{\r?\n/m.test(start)) return 'bruno';
  if (/^[A-Z]+[ \t]+\S/m.test(start) && partOfHurl.test(start)) return 'hurl';
  if (/^###|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S|^https?:\/\//m.test(start)) return 'http';
  return undefined;
}

/** The format of a JSON or YAML document by its top-level keys, which may be in any order, after any number of others. */
function ofDocument(input: ImportInput): ImportFormat | undefined {
  const keys = topKeys(input);
  const has = (key: string): boolean => keys.has(key);
  const word = (key: string): string => keys.get(key) ?? '';
  if (has('openapi') || has('swagger')) return 'openapi';
  if (has('__export_format') || word('_type') === 'export' || /\.insomnia\.rest/.test(word('type'))) return 'insomnia';
  if (/^Thunder Client$/i.test(word('clientName') || word('client')) || (has('collectionName') && has('requests'))) return 'thunder';
  if (has('yaakSchema') || has('yaakVersion')) return 'yaak';
  if (has('_postman_variable_scope') || has('_postman_id') || has('collection')) return 'postman';
  // Collections of version 1 have `requests`.
  if (has('item') || (has('values') && !has('log')) || (has('requests') && has('order'))) return 'postman';
  if (has('log')) return 'har';
  if (
    has('opencollection') ||
    ((has('info') || has('meta')) && /^(?:http|graphql|collection|folder)/.test(word('info.type') || word('meta.type')))
  )
    return 'bruno';
  return undefined;
}

/** Whether a file in an imported folder may belong to a format, or to any format. */
export const mayBelong = (path: string, format: ImportFormat | undefined): boolean =>
  (format === undefined ? importFormats : [format]).some((f) => belongsTo(path, f));

function belongsTo(path: string, format: ImportFormat): boolean {
  const name = path.toLowerCase();
  switch (format) {
    case 'http':
      return /\.(?:http|rest)$|(?:^|\/)http-client(?:\.private)?\.env\.json(?:\.user)?$|(?:^|\/)\.vscode\/settings\.json$/.test(name);
    case 'bruno':
      return /\.bru$|(?:^|\/)bruno\.json$|\.ya?ml$/.test(name);
    case 'postman':
    case 'insomnia':
    case 'thunder':
    case 'yaak':
      return /\.(?:json|ya?ml)$/.test(name);
    case 'openapi':
      return /\.(?:json|ya?ml)$/.test(name);
    case 'har':
      return name.endsWith('.har');
    case 'hurl':
      return name.endsWith('.hurl');
    case 'curl':
      return /\.(?:sh|curl|txt)$/.test(name);
  }
}

/** A file of a folder. */
export interface FolderInput extends ImportInput {
  /** Why its text cannot be read. */
  readonly problem?: ReqError;
}

/** A file of a folder. That it cannot be read matters only if it belongs to the format. */
export async function orProblem(path: string, read: () => Promise<ImportInput>): Promise<FolderInput> {
  try {
    return await read();
  } catch (e) {
    if (isReqError(e) && e.kind !== 'cancelled') return { path, text: '', problem: e };
    throw e;
  }
}

/** Formats whose files are all recognized by their content: other files, such as `package.json`, only lie beside them. */
const recognized: ReadonlySet<ImportFormat> = new Set(['postman', 'insomnia', 'thunder', 'yaak']);

/**
 * The files of the first detected format in a folder, with files that belong to it but cannot be detected.
 * @throws {ReqError} if one of them cannot be read
 */
export function ofOneFormat(inputs: readonly FolderInput[], format: ImportFormat | undefined): readonly ImportInput[] {
  const found = inputs.map(detectFormat);
  const known = format ?? found.find((f) => f === 'bruno') ?? found.find((f) => f !== undefined);
  const unreadable = inputs.find(({ problem }) => problem !== undefined)?.problem;
  if (known === undefined && unreadable !== undefined) throw unreadable;
  if (known === undefined) return [];
  const isLeftOut = (input: FolderInput): boolean => input.problem !== undefined || (recognized.has(known) && found.includes(known));
  const kept = inputs.filter((input, i) => {
    if (found[i] === undefined && isLeftOut(input)) return false;
    return format !== undefined || found[i] === known || (found[i] === undefined && belongsTo(input.path, known));
  });
  for (const { problem } of kept.length === 0 ? inputs : kept) if (problem !== undefined) throw problem;
  return kept;
}
