import { visibleText } from '../../../base/text/visible.ts';
import { counted, t } from '../../../base/l10n.ts';
import type { TextMode } from '../../../protocol/bodyRows.ts';
import type { BodyMode } from '../../../protocol/messages.ts';
import { codeLanguage } from '../../model/tokens/codeTokens.ts';
import { mediaName } from '../../model/mediaName.ts';
import { modeFor } from '../../model/tabs/tabChoices.ts';

import { isRunning, isStream, waitingWords, type Body, type Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { IconButton } from '../controls/button.tsx';
import { HexView } from './hexView.tsx';
import { Icon } from '../controls/icons.tsx';
import { LineRows } from './lineRows.tsx';
import { ModeBar } from './modeBar.tsx';
import { PreviewBody } from '../preview/previewBody.tsx';
import { Text } from '../controls/text.tsx';
import { TextBody, TextTools } from './textBody.tsx';

interface BodyProps {
  readonly panel: Panel;
  readonly run: Run;
}

export function BodyTab({ panel, run }: BodyProps) {
  const { body } = run;
  if (body === null) {
    if (isRunning(run) && run.isChecking) return <p class="calm late">{t('The body is shown here when the scripts have ended.')}</p>;
    if (isRunning(run) && isStream(run)) return <p class="calm">{t('The body is shown here when the stream ends.')}</p>;
    if (isRunning(run)) return <p class="calm late">{run.head === null ? waitingWords(run) : t('Receiving the body…')}</p>;
    return <p class="calm">{run.head === null ? t('No response was received.') : t('No body was received.')}</p>;
  }
  return (
    <>
      {body.view !== 'empty' && <BodyBar panel={panel} body={body} />}
      {body.note !== null && (
        <p class="body-note">
          <Icon name="info" />
          <span>
            <Text text={body.note} />
          </span>
        </p>
      )}
      <BodyContent panel={panel} body={body} runId={run.started.runId} />
    </>
  );
}

function BodyBar({ panel, body }: { readonly panel: Panel; readonly body: Body }) {
  const { wrap } = panel.choices.value;
  const mode = modeFor(panel.choices.value, body.contentType, body.modes);
  const hasTools = body.lines === null && isText(mode);
  const lines = hasTools ? panel.stores.text.rows.total(mode) : panel.stores.lines.total(mode);
  // The filter shows the number of its values.
  const isFiltered = hasTools && mode === 'pretty' && panel.stores.text.isFiltered;
  const reading = hasTools ? panel.stores.text.rows.measured(mode) : undefined;
  void panel.frame.value;
  return (
    <div class="bar">
      <ModeBar modes={body.modes} mode={mode} onChoose={(chosen) => panel.chooseMode(chosen)} />
      <span class="bar-fact bar-type" title={visibleText(body.contentType)}>
        <span class="bar-media">
          <Text text={mediaName(body.contentType)} />
        </span>
        {isText(mode) && lines !== null && !isFiltered && <span> · {counted(lines, '{0} line', '{0} lines')}</span>}
      </span>
      {reading?.isWhole === false && reading.wrongAt === null && (
        <span class="bar-fact">{t('{0} % read', Math.floor(reading.progress * 100))}</span>
      )}
      <span class="bar-space" />
      {hasTools && <TextTools panel={panel} body={body} mode={mode} />}
      {isText(mode) && <IconButton icon="wrap" label={t('Wrap long lines')} pressed={wrap} onClick={() => panel.chooseWrap(!wrap)} />}
    </div>
  );
}

/** Without a key for the text rows: rows of the same text are reused when a request is sent again. */
function BodyContent({ panel, body, runId }: { readonly panel: Panel; readonly body: Body; readonly runId: string }) {
  const { wrap } = panel.choices.value;
  const mode = modeFor(panel.choices.value, body.contentType, body.modes);
  if (body.view === 'empty') return <p class="calm">{t('The body is empty.')}</p>;
  if (mode === 'preview' && body.preview !== null) return <PreviewBody key={runId} panel={panel} preview={body.preview} />;
  if (mode === 'hex') return <HexView key={runId} panel={panel} size={body.size} />;
  const wrapped = wrap && isText(mode);
  const view = body.view === 'text' ? codeLanguage(body.contentType) : body.view;
  if (body.lines === null && isText(mode)) return <TextBody panel={panel} view={view} mode={mode} wrap={wrapped} />;
  return <LineRows key={`${runId} ${mode} ${wrapped ? 'wrapped' : ''}`} panel={panel} view={view} mode={mode} wrap={wrapped} />;
}

const isText = (mode: BodyMode): mode is TextMode => mode === 'pretty' || mode === 'raw';
