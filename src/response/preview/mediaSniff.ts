/** A format detected from the first bytes. */
export interface SniffedMedia {
  readonly mediaType: string;
  readonly name: string;
}

type Test = (bytes: Uint8Array) => boolean;

const at =
  (place: number, text: string): Test =>
  (bytes) =>
    bytes.length >= place + text.length && bytes.subarray(place, place + text.length).every((byte, i) => byte === text.charCodeAt(i));
const all =
  (...tests: readonly Test[]): Test =>
  (bytes) =>
    tests.every((test) => test(bytes));
const any =
  (...tests: readonly Test[]): Test =>
  (bytes) =>
    tests.some((test) => test(bytes));
const brand = (...names: readonly string[]): Test => all(at(4, 'ftyp'), any(...names.map((name) => at(8, name))));

/** Two letters also start ordinary text, so the size field of the bitmap header is checked too. */
const isBitmap: Test = (o) =>
  at(0, 'BM')(o) && o.length > 17 && o[14] !== undefined && [12, 40, 52, 56, 64, 108, 124].includes(o[14]) && o[15] === 0;
const isIcon: Test = (o) => at(0, '\0\0\x01\0')(o) && (o[4] ?? 0) > 0 && o[5] === 0 && o[9] === 0;
/** A frame of MPEG audio: eleven bits set, and no reserved version, layer, bit rate or sampling rate. */
const isMpegFrame: Test = (o) => {
  const [a = 0, b = 0, c = 0] = o;
  return a === 0xff && (b & 0xe6) === 0xe2 && (b & 0x18) !== 0x08 && (c & 0xf0) !== 0xf0 && (c & 0x0c) !== 0x0c;
};
/**
 * PDF readers allow data before the first line (ISO 32000-2 Annex I). Only for bodies sent as PDF, because other texts
 * may quote that line.
 */
export const hasPdfLine = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
const isSvg: Test = (o) =>
  /^\ufeff?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]{0,500}?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(
    new TextDecoder().decode(o.subarray(0, 1024)),
  );

const signatures: readonly (readonly [test: Test, mediaType: string, name: string])[] = [
  [at(0, '\x89PNG\r\n\x1a\n'), 'image/png', 'PNG'],
  [at(0, '\xff\xd8\xff'), 'image/jpeg', 'JPEG'],
  [any(at(0, 'GIF87a'), at(0, 'GIF89a')), 'image/gif', 'GIF'],
  [all(at(0, 'RIFF'), at(8, 'WEBP')), 'image/webp', 'WebP'],
  [brand('avif', 'avis'), 'image/avif', 'AVIF'],
  [isBitmap, 'image/bmp', 'BMP'],
  [isIcon, 'image/x-icon', 'an icon'],
  [at(0, '%PDF-'), 'application/pdf', 'PDF'],
  [all(at(0, 'RIFF'), at(8, 'WAVE')), 'audio/wav', 'WAV'],
  [any(at(0, 'ID3'), isMpegFrame), 'audio/mpeg', 'MP3'],
  [at(0, 'fLaC'), 'audio/flac', 'FLAC'],
  [at(0, 'OggS'), 'audio/ogg', 'Ogg'],
  [brand('M4A ', 'M4B '), 'audio/mp4', 'MPEG-4 audio'],
  [brand('isom', 'iso2', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash', 'MSNV', 'qt  '), 'video/mp4', 'MP4'],
  [all(at(0, '\x1a\x45\xdf\xa3'), (o) => Buffer.from(o.subarray(0, 64)).includes('webm')), 'video/webm', 'WebM'],
  [isSvg, 'image/svg+xml', 'SVG'],
  [at(0, 'PK\x03\x04'), 'application/zip', 'a ZIP archive'],
  [at(0, '\x1f\x8b\x08'), 'application/gzip', 'gzip'],
  [at(0, '\0asm'), 'application/wasm', 'WebAssembly'],
  [at(0, 'SQLite format 3\0'), 'application/vnd.sqlite3', 'an SQLite database'],
];

/** Detects a format from the first bytes (MIME Sniffing §6, and more formats). 1 KB is enough. */
export function sniffMedia(bytes: Uint8Array): SniffedMedia | undefined {
  const found = signatures.find(([test]) => test(bytes));
  return found === undefined ? undefined : { mediaType: found[1], name: found[2] };
}

/** Other media types in use for a format. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'image/x-ms-bmp': 'image/bmp',
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/svg': 'image/svg+xml',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/x-flac': 'audio/flac',
  'audio/x-m4a': 'audio/mp4',
  'audio/aac': 'audio/mpeg',
  'application/ogg': 'audio/ogg',
  'video/ogg': 'audio/ogg',
  'audio/opus': 'audio/ogg',
  'video/quicktime': 'video/mp4',
  'video/x-m4v': 'video/mp4',
  'audio/webm': 'video/webm',
  'video/x-matroska': 'video/webm',
  'application/x-pdf': 'application/pdf',
  'application/x-gzip': 'application/gzip',
  'application/x-zip-compressed': 'application/zip',
};

export function isCalled(mediaType: string, found: SniffedMedia): boolean {
  const name = aliases[mediaType] ?? mediaType;
  if (name === found.mediaType) return true;
  // ZIP is the container of many formats; MP4 holds audio or video.
  if (found.mediaType === 'application/zip') return name.startsWith('application/');
  return found.mediaType === 'video/mp4' && name === 'audio/mp4';
}
