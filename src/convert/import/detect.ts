import { importFormats, type ImportFormat, type ImportInput } from './importResult.ts';

/** Detects the format of a file by content, then by name; undefined if unknown. */
export function detectFormat({ path, text }: ImportInput): ImportFormat | undefined {
  const start = text.slice(0, 200_000);
  const name = path.toLowerCase();
  if (/\.bru$|(?:^|\/)bruno\.json$|(?:^|\/)opencollection\.ya?ml$/.test(name)) return 'bruno';
  if (/\.(?:http|rest)$/.test(name)) return 'http';
  if (name.endsWith('.har')) return 'har';
  const isData =
    /^\ufeff?\s*[{[]/.test(start) ||
    /\.ya?ml$/.test(name) ||
    /^\ufeff?(?:---|%YAML|#[^\n]*\n|\s)*["']?(?:openapi|swagger|type|opencollection|info|meta)["']?\s*:/.test(start);
  if (isData || /^_type:\s*["']?export/m.test(start)) {
    if (/schema\.(?:get)?postman\.com|"_postman_(?:id|variable_scope)"/.test(start)) return 'postman';
    if (/"(?:__export_format|_type)"\s*:|(?:^|\n)_type:\s*["']?export|(?:^|\n)type:\s*["']?(?:collection|spec)\.insomnia\.rest/.test(start))
      return 'insomnia';
    // With sorted keys, it is at the end.
    if ([start, text.slice(-20_000)].some((t) => /(?:^|[\n{,])\s*["']?(?:openapi|swagger)["']?\s*:\s*["']?\d/.test(t))) return 'openapi';
    if (/"log"\s*:\s*\{/.test(start) && /"entries"\s*:/.test(text)) return 'har';
    if (/(?:^|\n)opencollection\s*:|(?:^|\n)(?:info|meta):[^]*?\n\s+type:\s*["']?(?:http|graphql|collection|folder)/.test(start))
      return 'bruno';
    if (/"values"\s*:\s*\[/.test(start) && /"enabled"\s*:/.test(start)) return 'postman';
    if (/"item"\s*:\s*\[/.test(start) && /"info"\s*:\s*\{/.test(text)) return 'postman';
    return undefined;
  }
  if (/^\s*(?:[$>#%] )?(?:\S*[\\/])?curl(?:\.exe)?\s/.test(start)) return 'curl';
  if (/^meta \{\r?\n/m.test(start)) return 'bruno';
  if (/^###|^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S|^https?:\/\//m.test(start)) return 'http';
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
      return /\.(?:json|ya?ml)$/.test(name);
    case 'openapi':
      return /\.(?:json|ya?ml)$/.test(name);
    case 'har':
      return name.endsWith('.har');
    case 'curl':
      return /\.(?:sh|curl|txt)$/.test(name);
  }
}

/** The files of the first detected format in a folder, with files that belong to it but cannot be detected. */
export function ofOneFormat(inputs: readonly ImportInput[], format: ImportFormat | undefined): readonly ImportInput[] {
  if (format !== undefined) return inputs;
  const found = inputs.map(detectFormat);
  const known = found.find((f) => f === 'bruno') ?? found.find((f) => f !== undefined);
  if (known === undefined) return [];
  return inputs.filter((input, i) => found[i] === known || (found[i] === undefined && belongsTo(input.path, known)));
}
