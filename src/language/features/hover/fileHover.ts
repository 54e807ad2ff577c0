import { contains } from '../../../base/text/text.ts';
import { mentionedFile } from '../../workspace/mentionedFile.ts';
import { folderOf } from '../../workspace/workspacePaths.ts';
import { fileMentions } from '../../semantics/request/fileMentions.ts';
import type { Hover, HoverContext } from './hoverContext.ts';
import { code, oneLine } from './hoverMarkdown.ts';

/** Hover for the path of a body, script, saved response or certificate. */
export function ofFile(offset: number, { view, block, link, isReported }: HoverContext): Hover | undefined {
  const mention = fileMentions(block).find(({ path }) => contains(path, offset));
  if (mention === undefined || mention.path.text.includes('{{')) return undefined;
  const { file: path, kind } = mentionedFile(mention, folderOf(view.file), view.pathKind);
  const shown = code(oneLine(view.display(path), 400));
  const what = {
    body: 'The body, or a part of it, comes from this file.',
    script: 'This script runs.',
    'saved-response': 'A response that was saved.',
    certificate: 'A certificate, or its key.',
    key: 'The key that signs the request.',
    schema: 'The value must conform to this JSON Schema.',
    graphql: 'The GraphQL schema of the request.',
    data: dataWords(view, mention.path.text),
  }[mention.kind];
  if (kind === 'file') {
    const target = link?.(path, 1);
    return { range: mention.path, markdown: `${target === undefined ? shown : `[${shown}](${target})`}\n\n${what}` };
  }
  if (kind === undefined) return { range: mention.path, markdown: shown };
  if (isReported('missing-file', mention.path)) return undefined;
  return { range: mention.path, markdown: `⚠ ${shown} ${kind === 'folder' ? 'is a folder' : 'does not exist'}.` };
}

/** The rows and columns of a data file. */
function dataWords({ data }: HoverContext['view'], path: string): string {
  const found = data.get(path);
  if (found?.kind !== 'rows') return found === undefined ? '' : `⚠ ${oneLine(found.failure.message, 400)}`;
  const { rows, chosen } = found;
  const columns = oneLine([...chosen.values.keys()].join(', '), 400);
  const count = rows.length === 1 ? '1 row' : `${rows.length.toLocaleString('en')} rows`;
  return `${count} with the columns ${code(columns)}. The request runs once for each row.`;
}
