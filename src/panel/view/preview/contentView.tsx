import { t } from '../../../base/l10n.ts';
import type { ContentProps } from './contentProps.ts';
import { HtmlView } from './htmlView.tsx';
import { ImageView } from './imageView.tsx';
import { MarkdownView, TextView } from './textView.tsx';
import { MediaView } from './mediaView.tsx';
import { PdfView } from './pdfView.tsx';
import { TableView } from './tableView.tsx';
import './preview.css';

export function ContentView(props: ContentProps) {
  switch (props.content.kind) {
    case 'html':
      return <HtmlView {...props} />;
    case 'markdown':
      return <MarkdownView {...props} />;
    case 'table':
      return <TableView {...props} />;
    case 'image':
      return <ImageView {...props} />;
    case 'audio':
    case 'video':
      return <MediaView {...props} />;
    case 'pdf':
      return <PdfView {...props} />;
    case 'text':
    case 'bytes':
    case 'multipart':
      return <TextView {...props} />;
    case 'empty':
      return <p class="calm">{t('Empty.')}</p>;
  }
}
