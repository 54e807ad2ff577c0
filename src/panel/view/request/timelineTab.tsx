import { visibleText } from '../../../base/text/visible.ts';
import { counted, t } from '../../../base/l10n.ts';
import { showDuration } from '../../model/text/textMeasures.ts';
import { isRunning, phaseOf, sinceOf, type Run } from '../../model/runModel.ts';
import { statusClass, statusTone } from '../../model/statusClass.ts';
import { barsOf, placeOf, scaleOf, type Bar, type Hop, type Scale, type Step } from '../../model/stream/timeline.ts';
import type { Panel } from '../../panel.ts';
import { Connection } from './connection.tsx';
import { Elapsed } from './elapsed.tsx';
import { PlaceLink } from '../controls/placeLink.tsx';
import { Text } from '../controls/text.tsx';

interface Props {
  readonly panel: Panel;
  readonly run: Run;
}

/** The timeline of a run: a block for each message, with its phases as bars on a common scale and its connection. */
export function TimelineTab({ panel, run }: Props) {
  const { timeline, finished } = run;
  const scale = scaleOf(timeline, finished?.at);
  const steps = timeline.steps.toSorted((a, b) => a.start - b.start);
  const firstSent = timeline.hops[0]?.start ?? Number.POSITIVE_INFINITY;
  const before = steps.filter((s) => s.start < firstSent);
  const after = steps.filter((s) => s.start >= firstSent);
  return (
    <div class="scroll timeline" tabIndex={0} role="region" aria-label={t('Timeline')}>
      {before.length > 0 && <Steps panel={panel} title={t('Before it was sent')} steps={before} scale={scale} />}
      {timeline.dropped > 0 && (
        <p class="dim">{counted(timeline.dropped, '{0} earlier message was dropped.', '{0} earlier messages were dropped.')}</p>
      )}
      {timeline.hops.map((hop, index) => (
        <HopBlock key={timeline.dropped + index} run={run} hop={hop} scale={scale} isLast={index === timeline.hops.length - 1} />
      ))}
      {after.length > 0 && <Steps panel={panel} title={t('Scripts and assertions')} steps={after} scale={scale} />}
      <p class="timeline-total">
        {t('Total')}{' '}
        <b>
          {phaseOf(run) === 'asking' ? (
            '…'
          ) : finished === null ? (
            <Elapsed since={sinceOf(run)} calm={phaseOf(run) === 'live'} />
          ) : (
            // The same as in the header.
            showDuration(finished.timings.total)
          )}
        </b>
        {finished?.at !== undefined && steps.length > 0 && (
          <span class="dim">
            {' '}
            · {t('{0} with scripts and other requests', showDuration(Math.max(finished.at, finished.timings.total)))}
          </span>
        )}
      </p>
    </div>
  );
}

function HopBlock({ run, hop, scale, isLast }: { readonly run: Run; readonly hop: Hop; readonly scale: Scale; readonly isLast: boolean }) {
  const { sending, connected, next } = hop;
  const status = hop.status ?? (isLast ? (run.head?.status ?? null) : null);
  const bars = barsOf(hop);
  return (
    <section class="section">
      <h2 class="hop">
        {status !== null && (
          <span class={`status-code tone-${isLast ? statusTone(status, phaseOf(run)) : statusClass(status).tone}`}>{status}</span>
        )}
        <span class="hop-url">
          <Text text={`${sending.method} ${sending.url}`} />
        </span>
        {hop.end !== null && <span class="hop-time">{showDuration(hop.end - hop.start)}</span>}
      </h2>
      {bars.length > 0 ? <Bars caption={t('Phases of {0}', `${sending.method} ${sending.url}`)} bars={bars} scale={scale} /> : null}
      {hop.end === null && isRunning(run) && <p class="dim late">{t('In progress…')}</p>}
      {next !== null && (
        <p class="hop-next dim">
          <Text text={next} />
        </p>
      )}
      {connected !== null && <Connection connected={connected} version={httpVersionOf(run, hop, isLast)} folded={!isLast} />}
    </section>
  );
}

/** The response's version, if known, otherwise the requested one. */
const httpVersionOf = ({ head }: Run, { sending }: Hop, isLast: boolean): string =>
  (isLast ? head?.httpVersion : undefined) ?? sending.httpVersion;

const stepLabels = {
  'pre-request': () => t('Script before'),
  response: () => t('Script after'),
  assertions: () => t('Assertions'),
} as const;

function Steps({
  panel,
  title,
  steps,
  scale,
}: {
  readonly panel: Panel;
  readonly title: string;
  readonly steps: readonly Step[];
  readonly scale: Scale;
}) {
  return (
    <section class="section">
      <h2>{title}</h2>
      <table class="bars" aria-label={title}>
        <tbody>
          {steps.map((step, index) => (
            <BarRow key={index} bar={{ ...step, kind: step.type, label: '' }} scale={scale}>
              {step.type === 'needed' ? (
                <Text text={`${step.by === 'ref' ? '@ref' : 'tool.send'} ${step.name} ${step.status}`} />
              ) : (
                <>
                  {stepLabels[step.phase]()} <PlaceLink panel={panel} file={step.file} line={step.line} column={1} />
                </>
              )}
            </BarRow>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A table for screen readers, with bars as decoration. */
function Bars({ caption, bars, scale }: { readonly caption: string; readonly bars: readonly Bar[]; readonly scale: Scale }) {
  return (
    <table class="bars" aria-label={visibleText(caption)}>
      <tbody>
        {bars.map((bar) => (
          <BarRow key={bar.kind} bar={bar} scale={scale}>
            {bar.label}
          </BarRow>
        ))}
      </tbody>
    </table>
  );
}

function BarRow({ bar, scale, children }: { readonly bar: Bar; readonly scale: Scale; readonly children: preact.ComponentChildren }) {
  const { left, width } = placeOf(bar, scale);
  return (
    <tr>
      <th scope="row">{children}</th>
      <td class="bar-track" aria-hidden="true">
        <div class={`time-bar bar-${bar.kind}`} style={{ marginInlineStart: `${left}%`, width: `${width}%` }} />
      </td>
      <td class="bar-time" title={t('from {0} on', showDuration(bar.start))}>
        {showDuration(bar.duration)}
      </td>
    </tr>
  );
}
