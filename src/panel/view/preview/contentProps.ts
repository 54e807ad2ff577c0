import type { PanelContent } from '../../../protocol/preview.ts';
import type { Panel } from '../../panel.ts';

export interface ContentProps {
  readonly panel: Panel;
  /** The number of the part; 0 is the body itself. */
  readonly part: number;
  readonly content: PanelContent;
}
