import { useEffect, useState } from 'preact/hooks';
import type { Panel } from '../../panel.ts';

/** A `blob:` URL for the bytes of a part, once they are complete; revoked with the component. */
export function useObjectUrl(panel: Panel, part: number, mediaType: string): string | undefined {
  void panel.frame.value;
  const bytes = panel.stores.previews.bytes(part);
  const [url, setUrl] = useState<string>();
  useEffect(() => panel.stores.wantPreview(part), [panel, part]);
  useEffect(() => {
    if (bytes === undefined) return;
    const made = URL.createObjectURL(new Blob([...bytes], { type: mediaType }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mediaType]);
  return url;
}
