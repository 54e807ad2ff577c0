import { counted, t } from '../../../base/l10n.ts';
import { showSize } from '../../model/text/textMeasures.ts';
import type { PanelPart, PanelPreview } from '../../../protocol/preview.ts';
import type { Panel } from '../../panel.ts';
import { Text } from '../controls/text.tsx';
import { ContentView } from './contentView.tsx';

/** Parts that are initially open. */
const openParts = 8;

export function MultipartView({ panel, preview }: { readonly panel: Panel; readonly preview: PanelPreview }) {
  const { parts } = preview;
  return (
    <div class="preview-scroll parts" tabIndex={0} role="region" aria-label={t('Parts')}>
      <p class="summary">{counted(parts.length, '{0} part', '{0} parts')}</p>
      {parts.map((part, index) => (
        <details class="part" key={index} open={index < openParts}>
          <summary>
            <strong>{t('Part {0}', index + 1)}</strong>{' '}
            {part.name !== null && (
              <bdi>
                <Text text={part.name} />
              </bdi>
            )}
            <span class="dim">
              {' '}
              <Text text={part.content.mediaType} /> · <span class="fact">{showSize(part.content.size)}</span>
            </span>
          </summary>
          <Part panel={panel} part={part} number={index + 1} />
        </details>
      ))}
    </div>
  );
}

function Part({ panel, part, number }: { readonly panel: Panel; readonly part: PanelPart; readonly number: number }) {
  return (
    <>
      {part.headers.length > 0 && (
        <table class="pairs part-headers">
          <tbody>
            {part.headers.map(([name, value], i) => (
              <tr key={i}>
                <th scope="row">
                  <Text text={name} />
                </th>
                <td>
                  <bdi>
                    <Text text={value} />
                  </bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {part.content.note !== null && (
        <p class="dim">
          <Text text={part.content.note} />
        </p>
      )}
      <div class={`part-content part-${part.content.kind}`}>
        <ContentView panel={panel} part={number} content={part.content} />
      </div>
    </>
  );
}
