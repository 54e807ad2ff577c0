import type { BodyMode } from '../../protocol/messages.ts';
import type { ContentKind } from '../../protocol/preview.ts';

/** What one wants to see at once: the others are looked at as text first. */
const pictures: ReadonlySet<ContentKind> = new Set<ContentKind>(['image', 'audio', 'video', 'pdf', 'multipart']);
const texts: ReadonlySet<ContentKind> = new Set<ContentKind>(['html', 'markdown', 'table']);

/** The modes of a body, the usual one first. @param ofText those of its text, none where it is not text */
export function modesOf(ofText: readonly BodyMode[], kind: ContentKind): readonly BodyMode[] {
  if (kind === 'empty') return [];
  if (pictures.has(kind)) return ['preview', ...ofText, 'hex'];
  return texts.has(kind) ? [...ofText, 'hex', 'preview'] : [...ofText, 'hex'];
}
