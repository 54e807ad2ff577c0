import { counted, t } from '../../base/l10n.ts';
import { isStream, phaseOf, phasesText, type Run } from '../model/run.ts';
import { amountText, paceText } from '../model/flow.ts';
import { showDuration, showSize } from '../model/measures.ts';
import type { Panel } from '../panel.ts';
import { Actions } from './actions.tsx';
import { Elapsed } from './elapsed.tsx';
import { Icon } from './icons.tsx';
import { PlaceLink } from './placeLink.tsx';
import { Progress } from './progress.tsx';
import { Status } from './status.tsx';
import { Text } from './text.tsx';
import { UrlText } from './urlText.tsx';

interface Props {
  readonly panel: Panel;
  readonly run: Run;
}

/** What was sent, how it went, and what can be done with it. */
export function Header({ panel, run }: Props) {
  const { started, sending } = run;
  const url = sending?.url ?? started.url;
  return (
    <header class={`head phase-${phaseOf(run)}`}>
      <div class="head-request">
        <span class="method">
          <Text text={sending?.method ?? started.method} />
        </span>
        <UrlText url={url} />
        <Actions panel={panel} run={run} />
      </div>
      <div class="head-response">
        <Status run={run} cancelling={panel.cancelling.value} />
        {run.insecure && (
          <span class="fact insecure" title={t('# @insecure: the certificate was not checked, and anybody could have answered')}>
            <Icon name="warning" />
            <span>{t('Not secure')}</span>
          </span>
        )}
        <Time run={run} />
        <Size run={run} />
        {started.environment !== null && (
          <span class="fact" title={t('Environment')}>
            <Text text={started.environment} />
          </span>
        )}
        {run.finished !== null && <SentAt time={started.time} />}
        <span class="head-place">
          <PlaceLink panel={panel} file={started.file} line={started.line} column={1} />
        </span>
      </div>
      <Progress run={run} />
    </header>
  );
}

/** When it was sent: what is shown may be of another day. */
function SentAt({ time }: { readonly time: number }) {
  const date = new Date(time);
  const today = date.toDateString() === new Date().toDateString();
  return (
    <span class="fact aside" title={t('Sent {0}', date.toLocaleString())}>
      {today ? date.toLocaleTimeString() : date.toLocaleString()}
    </span>
  );
}

function Time({ run }: { readonly run: Run }) {
  if (run.finished === null) return <Elapsed since={run.started.time} calm={phaseOf(run) === 'live'} />;
  const { timings } = run.finished;
  return (
    <span class="fact" title={phasesText(timings)}>
      {showDuration(timings.total)}
    </span>
  );
}

function Flowing({ run: { flow, received } }: { readonly run: Run }) {
  if (flow === null) return received === 0 ? null : <span class="fact">{showSize(received)}</span>;
  const pace = paceText(flow);
  return (
    <>
      {flow.direction === 'down' && <span class="fact">{amountText(flow)}</span>}
      {pace !== '' && <span class="fact aside">{pace}</span>}
    </>
  );
}

function Size({ run }: { readonly run: Run }) {
  if (run.finished === null) {
    if (isStream(run)) return <span class="fact">{counted(run.eventsTotal, '{0} event', '{0} events')}</span>;
    return <Flowing run={run} />;
  }
  const { body, bodyDecoded } = run.finished.sizes;
  if (run.head === null) return null;
  return (
    <>
      {isStream(run) && <span class="fact">{counted(run.eventsTotal, '{0} event', '{0} events')}</span>}
      <span class="fact" title={counted(bodyDecoded, '{0} byte of body', '{0} bytes of body')}>
        {showSize(bodyDecoded)}
        {body !== bodyDecoded && <span class="aside"> · {t('{0} compressed', showSize(body))}</span>}
      </span>
    </>
  );
}
