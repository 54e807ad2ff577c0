import { t } from '../../../base/l10n.ts';
import { lineBreakOf, type Range } from '../../../base/text/text.ts';
import type { CodeAction } from '../../edit.ts';
import type { FileView } from '../../workspace/fileView.ts';
import { blockAt } from '../navigation/placeholders.ts';
import { blockBelow } from './insertRequest.ts';
import { literalTemplate } from '../../syntax/literalValue.ts';

export function requestFromUrl(view: FileView, range: Range): readonly CodeAction[] {
  const { tree, file } = view;
  const block = blockAt(tree, range.start);
  const comment = block.nodes.find((n) => n.kind === 'comment' && n.range.start <= range.start && range.end <= n.range.end);
  const selected = range.start < range.end;
  if (!selected && comment === undefined) return [];
  const place = selected ? range : (comment as NonNullable<typeof comment>).range;
  if (place.end - place.start > 10_000) return [];
  for (const m of tree.text.slice(place.start, place.end).matchAll(/\bhttps?:\/\/[^\s"'`<>]+/g)) {
    const start = place.start + m.index;
    // Punctuation after the URL belongs to the sentence.
    const url = m[0].replace(/[.,;:!?)\]]+$/, '');
    if (!selected && (range.start < start || range.start > start + url.length)) continue;
    // The URL of the request line is a request already.
    if (block.requestLine !== undefined && start >= block.requestLine.range.start && start < block.requestLine.range.end) return [];
    const raw = (text: string): string => text.replaceAll('{', '%7B').replaceAll('\\', '%5C');
    const edits = [blockBelow(tree, block, `GET ${literalTemplate(url, raw)}`, lineBreakOf(tree.text))];
    return [
      {
        title: t('Create a request to {0}', url.length > 60 ? `${url.slice(0, 60)}…` : url),
        kind: 'refactor.rewrite',
        edits: [{ file, edits }],
      },
    ];
  }
  return [];
}
