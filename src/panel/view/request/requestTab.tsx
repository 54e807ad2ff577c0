import { useEffect, useState } from 'preact/hooks';
import { counted, showCount, t } from '../../../base/l10n.ts';
import { showSize } from '../../model/text/textMeasures.ts';
import { isRunning, type Run, type Sending } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { CopyButton } from '../controls/button.tsx';
import { HeaderTable } from './headerTable.tsx';
import { Coloured } from '../bodyTab/lineRows.tsx';
import { Bytes, Substituted } from './sentRequest.tsx';
import { Text } from '../controls/text.tsx';

/** UTF-16 units and lines of a sent body to show; Copy copies all of it. */
const shownLength = 100_000;
const shownLines = 2000;

export function RequestTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  const { sending } = run;
  const [inBytes, setInBytes] = useState(false);
  useEffect(() => {
    if (inBytes && sending !== null && run.bytes === null) panel.send({ type: 'wantBytes', runId: run.started.runId });
  }, [inBytes, sending, run.bytes]);
  if (sending === null) return <p class="calm late">{isRunning(run) ? t('Nothing is sent yet.') : t('Nothing was sent.')}</p>;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('Request')}>
      <section class="section">
        <div class="section-head">
          <h2>{t('Request')}</h2>
          <div class="section-actions" role="toolbar" aria-label={t('Request actions')}>
            <button type="button" class="button secondary small" aria-pressed={inBytes} onClick={() => setInBytes(!inBytes)}>
              {t('Bytes')}
            </button>
            <button
              type="button"
              class="button secondary small"
              title={t('What was sent first, before any redirect, as a curl command')}
              onClick={() => panel.send({ type: 'copyAsCurl', runId: run.started.runId })}
            >
              {t('Copy as cURL')}
            </button>
            <button
              type="button"
              class="button secondary small"
              title={t('Requests and responses, redirects too, as an HTTP Archive without secrets')}
              disabled={isRunning(run)}
              onClick={() => panel.send({ type: 'copyAsHar', runId: run.started.runId })}
            >
              {t('Copy as HAR')}
            </button>
            <CopyButton label={t('Copy the URL')} onCopy={() => panel.send({ type: 'copyText', text: sending.wireUrl })} />
          </div>
        </div>
        <p class="wire">
          <span class="method">
            <Text text={sending.method} />
          </span>{' '}
          <bdi>
            <Text text={sending.wireUrl} />
          </bdi>{' '}
          <span class="dim">{sending.httpVersion}</span>
        </p>
        {run.redirects.length > 0 && (
          <p class="dim">
            {counted(run.redirects.length, 'This was sent last, after {0} redirect.', 'This was sent last, after {0} redirects.')}
          </p>
        )}
      </section>
      {inBytes ? (
        <Bytes panel={panel} run={run} />
      ) : (
        <>
          <HeaderTable panel={panel} title={t('Headers')} headers={sending.headers} added={sending.added} />
          <SentBody panel={panel} sending={sending} />
        </>
      )}
      <Substituted panel={panel} run={run} />
    </div>
  );
}

function SentBody({ panel, sending }: { readonly panel: Panel; readonly sending: Sending }) {
  const { bodyText, bodySize } = sending;
  if (bodyText === null) {
    if (bodySize === 0) return null;
    return (
      <section class="section">
        <h2>{t('Body')}</h2>
        <p class="dim">{bodySize === null ? t('Not text, or from a file.') : t('{0}, not text or from a file.', showSize(bodySize))}</p>
      </section>
    );
  }
  if (bodyText === '') return null;
  const view = isJson(sending) ? 'json' : 'text';
  const lines = bodyText.slice(0, shownLength).split(/\r?\n/).slice(0, shownLines);
  const cut = bodyText.length > shownLength || lines.length === shownLines;
  return (
    <section class="section">
      <div class="section-head">
        <h2>
          {t('Body')}
          {bodySize === null ? '' : ` · ${showSize(bodySize)}`}
        </h2>
        <CopyButton label={t('Copy the request body')} onCopy={() => panel.send({ type: 'copyText', text: bodyText })} />
      </div>
      <pre class="code">
        {lines.map((line, index) => (
          <>
            {index > 0 && '\n'}
            <Coloured text={line} view={view} />
          </>
        ))}
      </pre>
      {cut && <p class="dim">{t('{0} characters in total. Copy includes all of them.', showCount(bodyText.length))}</p>}
    </section>
  );
}

function isJson(sending: Sending): boolean {
  return sending.headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /[/+]json\b/i.test(value));
}
