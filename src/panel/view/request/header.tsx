import { counted, showClock, showDateTime, t } from '../../../base/l10n.ts';
import { isStream, phaseOf, phasesText, sinceOf, type Run } from '../../model/runModel.ts';
import { amountText, paceText } from '../../model/flow.ts';
import { showDuration, showSize } from '../../model/text/textMeasures.ts';
import type { Panel } from '../../panel.ts';
import { Actions } from '../controls/actions.tsx';
import { Elapsed } from './elapsed.tsx';
import { Icon } from '../controls/icons.tsx';
import { PlaceLink } from '../controls/placeLink.tsx';
import { Progress } from './progress.tsx';
import { Status } from './status.tsx';
import { memo } from '../controls/memo.ts';
import { Text } from '../controls/text.tsx';
import { UrlText } from './urlText.tsx';

interface Props {
  readonly panel: Panel;
  readonly run: Run;
}

/** The request line, status and actions. Parts are memoized, so that they are not re-rendered while data arrives. */
export function Header({ panel, run }: Props) {
  const { started, sending, head, body, finished } = run;
  const phase = phaseOf(run);
  const isRunning = finished === null;
  return (
    <header class={`head phase-${phase}`}>
      <RequestLine
        panel={panel}
        runId={started.runId}
        method={sending?.method ?? started.method}
        url={sending?.url ?? started.url}
        isRunning={isRunning}
        nothing={(body === null || body.view === 'empty') && run.eventsTotal === 0}
      />
      <div class="head-response">
        <MemoStatus head={head} phase={phase} isStream={isStream(run)} uploading={run.uploading} cancelling={panel.cancelling.value} />
        {run.insecure && <Insecure />}
        <div class="head-facts">
          <Time run={run} />
          <Size run={run} />
          <Redirects count={run.redirects.length} />
          <Origin started={started} isRunning={isRunning} />
        </div>
        <Place panel={panel} started={started} />
      </div>
      <Progress run={run} />
    </header>
  );
}

const MemoStatus = memo(Status);

interface RequestLineProps {
  readonly panel: Panel;
  readonly runId: string;
  readonly method: string;
  readonly url: string;
  readonly isRunning: boolean;
  readonly nothing: boolean;
}

const RequestLine = memo(({ panel, runId, method, url, isRunning, nothing }: RequestLineProps) => (
  <div class="head-request">
    <span class="method">
      <Text text={method} />
    </span>
    <UrlText url={url} />
    <Actions panel={panel} runId={runId} url={url} isRunning={isRunning} nothing={nothing} />
  </div>
));

function Insecure() {
  return (
    <span class="fact insecure" title={t('# @insecure: the certificate was not checked, so any server could have responded')}>
      <Icon name="warning" />
      <span>{t('Not secure')}</span>
    </span>
  );
}

const Redirects = memo(({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <span class="fact" title={t('The Headers tab lists them')}>
      {counted(count, '{0} redirect', '{0} redirects')}
    </span>
  ),
);

interface OriginProps {
  readonly started: Run['started'];
  readonly isRunning: boolean;
}

const Origin = memo(({ started, isRunning }: OriginProps) => (
  <>
    {started.environment !== null && (
      <span class="fact" title={t('Environment')}>
        <Text text={started.environment} />
      </span>
    )}
    {!isRunning && <SentAt time={started.time} />}
  </>
));

const Place = memo(({ panel, started }: { readonly panel: Panel; readonly started: Run['started'] }) => (
  <span class="head-place">
    <PlaceLink panel={panel} file={started.file} line={started.line} column={1} />
  </span>
));

/** When it was sent, with the date if that is not today. */
function SentAt({ time }: { readonly time: number }) {
  const today = new Date(time).toDateString() === new Date().toDateString();
  return (
    <span class="fact aside" title={t('Sent {0}', showDateTime(time))}>
      {today ? showClock(time) : showDateTime(time)}
    </span>
  );
}

function Time({ run }: { readonly run: Run }) {
  if (run.finished === null) {
    const phase = phaseOf(run);
    if (phase === 'asking') return null;
    return <Elapsed since={sinceOf(run)} calm={phase === 'live'} />;
  }
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
