import type { PanelPreview } from '../../../protocol/preview.ts';
import type { Panel } from '../../panel.ts';
import { ContentView } from './contentView.tsx';
import { MultipartView } from './multipartView.tsx';

export function PreviewBody({ panel, preview }: { readonly panel: Panel; readonly preview: PanelPreview }) {
  if (preview.content.kind === 'multipart') return <MultipartView panel={panel} preview={preview} />;
  return <ContentView panel={panel} part={0} content={preview.content} />;
}
