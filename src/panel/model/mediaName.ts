import { t } from '../../base/l10n.ts';

const names: Readonly<Record<string, string>> = {
  'application/json': 'JSON',
  'application/xml': 'XML',
  'text/xml': 'XML',
  'text/html': 'HTML',
  'text/css': 'CSS',
  'text/csv': 'CSV',
  'text/tab-separated-values': 'TSV',
  'text/markdown': 'Markdown',
  'text/javascript': 'JavaScript',
  'application/javascript': 'JavaScript',
  'application/pdf': 'PDF',
  'application/x-ndjson': 'NDJSON',
  'application/json-seq': 'JSON Sequence',
  'image/jpeg': 'JPEG',
  'image/svg+xml': 'SVG',
};

/** The short name of a `Content-Type`: `JSON`, `PNG`; the media type without parameters if it has none. */
export function mediaName(contentType: string): string {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const name = names[type];
  if (name !== undefined) return name;
  if (type === 'text/plain') return t('Text');
  if (type === 'text/event-stream') return t('Events');
  if (type.endsWith('+json')) return 'JSON';
  if (type.endsWith('+xml')) return 'XML';
  const [, image] = /^image\/([a-z]{3,5})$/.exec(type) ?? [];
  return image === undefined ? type : image.toUpperCase();
}
