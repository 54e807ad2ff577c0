import { modulePaths } from '../../../base/scriptImports.ts';
import { fileMark } from '../../text/marks.ts';
import { isMarkedAbsolute } from '../../text/write.ts';
import type { PreambleDraft, RequestDraft, Scripts } from '../draft.ts';

/**
 * Rewrites a draft whose relative paths begin at the root of the collection for a file in one of its folders, because Req resolves paths
 * from the folder of the file.
 * @param folder ends with `/`; empty for the root
 */
export function fromFolder<D extends PreambleDraft | RequestDraft>(draft: D, folder: string): D {
  const up = folder.replace(/[^/]*\//g, '../');
  if (up === '') return draft;
  const { before, after } = draft;
  return {
    ...draft,
    ...(before === undefined ? {} : { before: inScripts(before, up) }),
    ...(after === undefined ? {} : { after: inScripts(after, up) }),
    ...('body' in draft && draft.body !== undefined ? { body: inBody(draft.body, up) } : {}),
  };
}

function inBody(body: NonNullable<RequestDraft['body']>, up: string): NonNullable<RequestDraft['body']> {
  if (body.kind === 'graphql') return body;
  if (body.kind === 'text') return { ...body, text: inText(body.text, up) };
  return { ...body, parts: body.parts.map((part) => ({ ...part, content: inText(part.content, up) })) };
}

const inText = (text: string, up: string): string =>
  text.replace(/\ufdd2([^\ufdd3]*)\ufdd3/g, (mark, path: string) => (isMarkedAbsolute(path) ? mark : fileMark(moved(path, up))));

const moved = (path: string, up: string): string => up + path.replace(/^(?:\.[\\/])+/, '');

const inScripts = (scripts: Scripts, up: string): Scripts =>
  typeof scripts === 'string' ? inScript(scripts, up) : scripts.map((script) => inScript(script, up));

function inScript(script: string, up: string): string {
  let out = '';
  let at = 0;
  for (const { start, end, text } of [...modulePaths(script)].sort((a, b) => a.start - b.start)) {
    out += script.slice(at, start) + moved(text, up);
    at = end;
  }
  return out + script.slice(at);
}
