import { visibleText } from '../../../base/text/visible.ts';
import { t } from '../../../base/l10n.ts';
import { showDuration } from '../../model/text/textMeasures.ts';
import { isRunning, phasesText, waitingWords, type Run } from '../../model/runModel.ts';
import { statusClass } from '../../model/statusClass.ts';
import type { Panel } from '../../panel.ts';
import { HeaderTable, UrlButton } from './headerTable.tsx';
import { Text } from '../controls/text.tsx';

export function HeadersTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  const { head } = run;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t('Headers')}>
      <Before panel={panel} run={run} />
      {head === null ? (
        <p class="calm late">{isRunning(run) ? waitingWords(run) : t('No response was received.')}</p>
      ) : (
        <HeaderTable panel={panel} title={visibleText(`${head.httpVersion} ${head.status} ${head.statusText}`)} headers={head.headers} />
      )}
      {run.trailers.length > 0 && <HeaderTable panel={panel} title={t('After the body')} headers={run.trailers} />}
    </div>
  );
}

/** Redirects followed and interim responses. */
function Before({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  if (run.redirects.length + run.informational.length === 0) return null;
  return (
    <section class="section">
      <h2>{t('Before the response')}</h2>
      <ol class="steps">
        {run.redirects.map((step, index) => (
          <li key={`r${index}`}>
            <span class={`status-code tone-${statusClass(step.status).tone}`}>{step.status}</span>{' '}
            <span class="step-text">
              <Text text={step.url} /> <span class="dim">→</span> <UrlButton panel={panel} url={step.location} />{' '}
              <span class="dim step-time" title={phasesText(step.timings)}>
                {showDuration(step.timings.total)}
              </span>
              {step.dropped.length > 0 && (
                <span class="step-header step-note">
                  <Text text={t('Not sent: {0}', step.dropped.join(', '))} />
                </span>
              )}
              {step.warnings.map((text) => (
                <span class="step-header step-note warning">
                  <Text text={text} />
                </span>
              ))}
              <StepHeaders headers={step.headers} />
            </span>
          </li>
        ))}
        {run.informational.map((step, index) => (
          <li key={`i${index}`}>
            <span class={`status-code tone-${statusClass(step.status).tone}`}>{step.status}</span>{' '}
            <span class="step-text">
              <Text text={step.statusText} />
              <StepHeaders headers={step.headers} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StepHeaders({ headers }: { readonly headers: Run['informational'][number]['headers'] }) {
  return headers.map(([name, value], at) => (
    <span class="step-header" key={at}>
      <Text text={`${name}: ${value}`} />
    </span>
  ));
}
