import type { BodyMode } from '../../protocol/messages.ts';
import type { ContentKind } from '../../protocol/preview.ts';

/** Kinds whose default mode is the preview; others show their text first. */
const pictures: ReadonlySet<ContentKind> = new Set<ContentKind>(['image', 'audio', 'video', 'pdf', 'multipart']);
const texts: ReadonlySet<ContentKind> = new Set<ContentKind>(['html', 'markdown', 'table']);

/**
 * The modes of a body, the default first.
 * @param ofText the modes of its text; empty if it is not text
 */
export function modesOf(ofText: readonly BodyMode[], kind: ContentKind): readonly BodyMode[] {
  if (kind === 'empty') return [];
  if (pictures.has(kind)) return ['preview', ...ofText, 'hex'];
  return texts.has(kind) ? [...ofText, 'hex', 'preview'] : [...ofText, 'hex'];
}
