import { showSize } from '../../model/measures.ts';
import type { ContentProps } from './contentView.tsx';

/** How much of it has come to the page. */
export function Loading({ panel, part, content }: ContentProps) {
  const received = panel.previews.received(part);
  return <p class="calm late">Loading{received === 0 ? '' : ` ${showSize(received)} of ${showSize(content.size)}`}…</p>;
}
