import { useEffect, useState } from 'preact/hooks';
import { showSize } from '../model/measures.ts';
import type { Body } from '../model/run.ts';
import type { Panel } from '../panel.ts';

/** A picture, no larger than the room there is. It comes as one line: its data: URI. */
export function ImageBody({ panel, body }: { readonly panel: Panel; readonly body: Body }) {
  const [size, setSize] = useState<string | null>(null);
  const [broken, setBroken] = useState(false);
  void panel.frame.value;
  useEffect(() => panel.wantLines('preview', 0, 0), [panel, body]);
  const source = panel.lines.get('preview', 0);
  if (source === undefined) return <p class="calm late">Loading the image…</p>;
  if (broken || !source.startsWith('data:image/')) return <p class="calm">The image cannot be shown.</p>;
  return (
    <figure class="image">
      <img
        src={source}
        alt={`Response image, ${body.contentType}`}
        onLoad={({ currentTarget: image }) => setSize(`${image.naturalWidth} × ${image.naturalHeight}`)}
        onError={() => setBroken(true)}
      />
      <figcaption>{size === null ? '\u00a0' : `${size} · ${showSize(body.size)}`}</figcaption>
    </figure>
  );
}
