import type { BodyView } from '../../protocol/messages.ts';

const byType: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/gzip': 'gz',
  'application/wasm': 'wasm',
  'application/yaml': 'yaml',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'image/x-icon': 'ico',
  'image/svg+xml': 'svg',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/javascript': 'js',
  'application/javascript': 'js',
  'text/markdown': 'md',
};
const byView: Readonly<Record<BodyView, string>> = {
  json: 'json',
  xml: 'xml',
  html: 'html',
  text: 'txt',
  image: 'bin',
  hex: 'bin',
  empty: 'txt',
};

/** The file extension for a body: by its media type if known, otherwise by its view. */
export function fileExtension(mediaType: string, view: BodyView): string {
  if (Object.hasOwn(byType, mediaType)) return byType[mediaType] ?? '';
  return /^image\/([a-z\d-]+)$/.exec(mediaType)?.[1] ?? byView[view];
}

/** The extension for types that may be opened in another program: media and PDF, never anything that could run. */
export const viewedExtension = (mediaType: string): string | undefined =>
  /^(?:image|audio|video)\/(?!svg)|^application\/pdf$/.test(mediaType) && Object.hasOwn(byType, mediaType) ? byType[mediaType] : undefined;
