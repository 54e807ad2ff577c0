// Entry of the import of other clients' files, loaded on demand.
import { ReqError } from '../../base/reqError.ts';
import { fromCurl, requestsText } from '../curl/fromCurl.ts';
import { httpEnvironments, isEnvironmentFile } from '../http/httpEnvironments.ts';
import { fromHttp } from '../http/fromHttp.ts';
import { fromBruno } from '../bruno/fromBruno.ts';
import { fromHar } from '../har/fromHar.ts';
import { fromHurl } from '../hurl/fromHurl.ts';
import { fromInsomnia } from '../insomnia/fromInsomnia.ts';
import { fromOpenApi } from '../openapi/fromOpenApi.ts';
import { fromThunder } from '../thunder/fromThunder.ts';
import { fromYaak } from '../yaak/fromYaak.ts';
import { fromPostman } from '../postman/fromPostman.ts';
import { holdsMarks, withoutMarks, withoutMarkup } from '../text/marks.ts';
import { detectFormat } from './detect.ts';
import {
  importFormats,
  type Converted,
  type ImportedFile,
  type ImportedSecret,
  type ImportFormat,
  type ImportInput,
  type ImportNote,
  type ImportResult,
} from './importResult.ts';
import { withSecrets } from './secrets/importedSecrets.ts';
import { Paths } from './layout/fileNames.ts';
import { kindsOf } from './missingKinds.ts';
import { levelOf } from './layout/writeFile.ts';

export { dialectNamed } from '../http/dialect.ts';
export { detectFormat, mayBelong, ofOneFormat, orProblem } from './detect.ts';
export * from '../export/index.ts';
export { filesToImport, importLimits, ImportSize, limitedSource } from './importSize.ts';
export type { FolderPort } from './importSize.ts';
export { reportOf } from './importReport.ts';
export { checkImport, environmentsOf } from './checkImport.ts';
export { clientOf, translatedScript, withTranslatedScripts } from './scripts/translatedScripts.ts';
export { percentOf } from './missingKinds.ts';
export { importFormats };
export type { FolderInput } from './detect.ts';
export type { ImportSource } from './companions.ts';
export type { ImportedFile, ImportedSecret, ImportFormat, ImportInput, ImportNote, ImportResult };

/** A syntax error in a converted file. Lines count from 1. */
export interface WrittenError {
  readonly line: number;
  readonly message: string;
}

/**
 * Converts files of other clients. Everything that is not carried over is noted.
 * @param errorsOf returns syntax errors of a converted file; default none, for callers of `checkImport`
 * @throws {ReqError} if an input cannot be read
 */
export function importFiles(
  format: ImportFormat | undefined,
  inputs: readonly ImportInput[],
  errorsOf: (file: ImportedFile) => readonly WrittenError[] = () => [],
): ImportResult {
  const found = format ?? inputs.map(detectFormat).find((f) => f !== undefined);
  if (found === undefined)
    throw new ReqError('usage', `${inputs[0]?.path ?? 'The input'} has a format that Req does not support.`, {
      hint: `Name one of ${importFormats.join(', ')}.`,
    });
  const result = converted(
    found,
    inputs.map(({ path, text, dialect }) => ({ path, text: withoutMarks(text), dialect })),
  );
  const replaced = inputs
    .filter(({ text }) => holdsMarks(text))
    .map(({ path }): ImportNote => ({
      file: path,
      level: 'warning',
      message: 'It contains characters from U+FDD0 to U+FDD7, which stand for no character: U+FFFD is written instead.',
    }));
  const { files, secrets, notes } = withSecrets(found, result.files, inputs);
  const errors = files
    .filter((f) => f.path.endsWith('.req'))
    .flatMap((f) => errorsOf(f).map((e): ImportNote => ({ file: f.path, line: e.line, level: 'warning', message: e.message })));
  const all = [...replaced, ...result.notes, ...notes, ...errors].map(({ message, ...place }): ImportNote =>
    Object.assign(place, { message: withoutMarkup(message) }),
  );
  return { ...result, files, secrets, notes: all, missing: kindsOf(all) };
}

function converted(format: ImportFormat, inputs: readonly ImportInput[]): Converted {
  switch (format) {
    case 'curl':
      return importCurl(inputs);
    case 'http':
      return importHttp(inputs);
    case 'bruno':
      return fromBruno(inputs);
    case 'openapi':
      return fromOpenApi(inputs);
    case 'postman':
      return fromPostman(inputs);
    case 'har':
      return fromHar(inputs);
    case 'insomnia':
      return fromInsomnia(inputs);
    case 'hurl':
      return fromHurl(inputs);
    case 'thunder':
      return fromThunder(inputs);
    case 'yaak':
      return fromYaak(inputs);
  }
}

function importCurl(inputs: readonly ImportInput[]): Converted {
  const notes: ImportNote[] = [];
  let requests = 0;
  let whole = 0;
  const warned = new Set<string>();
  const paths = new Paths();
  const files = inputs.flatMap(({ path, text }): ImportedFile[] => {
    const read = fromCurl(text);
    requests += read.requests.length;
    whole += read.requests.filter((r) => r.notes.every((n) => levelOf(n) === 'information')).length;
    for (const message of read.notes) notes.push({ file: path, level: 'warning', message });
    for (const { line, notes: said } of read.requests)
      for (const message of said) notes.push({ file: path, request: line, level: levelOf(message), message });
    if (read.requests.length === 0) return [];
    const target = paths.take(path.replace(/\.\w+$/, ''), '.req');
    for (const [i, r] of read.requests.entries()) if (r.notes.some((n) => levelOf(n) === 'warning')) warned.add(`${target}#${i}`);
    return [{ path: target, text: `${requestsText(read)}\n` }];
  });
  if (files.length === 0) throw new ReqError('parse', `${inputs[0]?.path ?? 'The input'} contains no curl command with a URL.`);
  return { name: 'curl', files, notes, requests, whole, warned };
}

function importHttp(inputs: readonly ImportInput[]): Converted {
  const around = inputs.filter((i) => isEnvironmentFile(i.path));
  const environments = httpEnvironments(around);
  const requests = inputs.filter((i) => !around.includes(i));
  const read = fromHttp(
    requests,
    (command) => {
      const made = fromCurl(command).requests[0];
      return made === undefined ? undefined : { text: made.text, notes: made.notes };
    },
    environments.names,
  );
  return { name: 'http', ...read, files: [...read.files, ...environments.files], notes: [...read.notes, ...environments.notes] };
}
