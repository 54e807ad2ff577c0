import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../base/l10n.ts';
import { RowList } from '../../model/rows/rowList.ts';
import { isRunning, isStream, type Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { CopyButton } from '../controls/button.tsx';
import { Icon } from '../controls/icons.tsx';
import { Elapsed } from '../request/elapsed.tsx';
import { Markdown } from '../controls/markdown.tsx';
import { isSelectedBeyondSight } from '../bodyTab/selection.ts';
import { StreamFactsTable } from './streamFacts.tsx';
import { Text } from '../controls/text.tsx';
import { TextPathField } from '../bodyTab/textPathField.tsx';
import { ToolCalls } from './toolCalls.tsx';
import { VirtualRows } from '../controls/virtualRows.tsx';

/** Maximum UTF-16 units to render as Markdown; a longer text is plain. */
const markdownLimit = 300_000;
/** UTF-16 units of reasoning to show; Copy copies all. */
const reasoningLimit = 200_000;

/** The joined text of a stream's events: the response of a model as it grows, its reasoning, tool calls and usage. */
export function TextTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  void panel.frame.value;
  const { joined } = panel.stores;
  const { runId } = run.started;
  const [tried, setTried] = useState<string | null>(null);
  const [form, setForm] = useState<'markdown' | 'plain' | null>(null);

  // Requests the text again for each path, from its start.
  useEffect(() => {
    joined.clear();
    panel.send({ type: 'wantText', runId, wanted: true, path: tried });
    return () => panel.send({ type: 'wantText', runId, wanted: false, path: null });
  }, [panel, joined, runId, tried]);

  const { facts, text, reasoning, toolCalls, behind } = joined;
  if (facts === null) return <p class="calm late">{waitingText(run)}</p>;
  // Responses of known model APIs are Markdown; the format of other streams is unknown.
  const wanted = form ?? (facts.source === 'known' || isMarkdownType(run) ? 'markdown' : 'plain');
  const isMarkdown = wanted === 'markdown' && text.length <= markdownLimit;
  const isThinking = isRunning(run) && reasoning !== '';
  const copy = (part: 'text' | 'reasoning' | 'toolCall', index = 0) => panel.send({ type: 'copyStreamText', runId, part, index });
  return (
    <div class="joined">
      <div class="bar">
        {facts.source !== 'body' && <TextPathField panel={panel} runId={runId} facts={facts} tried={tried} onTry={setTried} />}
        <div class="segments" role="group" aria-label={t('Text format')}>
          {(['markdown', 'plain'] as const).map((one) => (
            <button
              type="button"
              key={one}
              class="segment"
              aria-pressed={(one === 'markdown') === isMarkdown}
              disabled={one === 'markdown' && text.length > markdownLimit}
              title={text.length > markdownLimit ? t('The text is too long to be read as Markdown') : undefined}
              onClick={() => setForm(one)}
            >
              {one === 'markdown' ? t('Markdown') : t('Plain')}
            </button>
          ))}
        </div>
        <CopyButton label={t('Copy the text')} disabled={text === ''} onCopy={() => copy('text')} />
      </div>
      <div class="joined-parts">{reasoning !== '' && <Reasoning panel={panel} run={run} onCopy={() => copy('reasoning')} />}</div>
      {text === '' && isThinking ? null : text === '' ? (
        <p class="calm">{emptyText(run, facts.events, toolCalls.length + reasoning.length > 0)}</p>
      ) : isMarkdown ? (
        <MarkdownPart key={tried} text={text} isLive={isRunning(run)} onCopy={(copied) => panel.send({ type: 'copyText', text: copied })} />
      ) : (
        <PlainText key={tried} panel={panel} isLive={isRunning(run)} onCopyAll={() => copy('text')} />
      )}
      {toolCalls.length > 0 && <ToolCalls calls={toolCalls} onCopy={(index) => copy('toolCall', index)} />}
      {facts.cut && (
        <p class="body-note">
          <Icon name="info" />
          <span>{t('The text is too long to store. This is its beginning.')}</span>
        </p>
      )}
      <div class="joined-foot">
        <StreamFactsTable facts={facts} behind={behind} isStream={isStream(run)} />
        {run.isChat && !isRunning(run) && text !== '' && (
          <button
            type="button"
            class="button secondary reply"
            title={t('Write the next request of this conversation below. Nothing is sent.')}
            onClick={() => panel.send({ type: 'reply', runId })}
          >
            {t('Reply…')}
          </button>
        )}
      </div>
    </div>
  );
}

const isMarkdownType = ({ isLiveText, head }: Run): boolean =>
  isLiveText &&
  head?.headers.some(([name, value]) => name.toLowerCase() === 'content-type' && /^text\/(?:x-)?markdown\b/i.test(value)) === true;

/** Unfolded while the model reasons, folded when its response begins, unless the user has folded or unfolded it. */
function Reasoning({ panel, run, onCopy }: { readonly panel: Panel; readonly run: Run; readonly onCopy: () => void }) {
  void panel.frame.value;
  const { joined } = panel.stores;
  const { reasoning, text, toolCalls, facts } = joined;
  const isThinking = isRunning(run) && text === '' && toolCalls.length === 0;
  const [, redraw] = useState(0);
  const open = joined.reasoningOpen ?? isThinking;
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = end.current?.closest('.joined-parts') ?? null;
    if (isThinking && open && box !== null) box.scrollTop = box.scrollHeight;
  }, [reasoning, isThinking, open]);
  return (
    <details class="joined-part" open={open}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          joined.reasoningOpen = !open;
          redraw((n) => n + 1);
        }}
      >
        {isThinking ? (
          <>
            {t('Thinking…')} <Elapsed since={run.started.time + (facts?.firstEventAt ?? 0)} calm />
          </>
        ) : (
          t('Reasoning')
        )}
      </summary>
      <CopyButton label={t('Copy the reasoning')} onCopy={onCopy} />
      <pre class="joined-plain">
        <Text text={reasoning.slice(0, reasoningLimit)} />
      </pre>
      {reasoning.length > reasoningLimit && <p class="dim">{t('Truncated. Copy includes the full text.')}</p>}
      <div ref={end} />
    </details>
  );
}

function waitingText(run: Run): string {
  if (run.isLiveText) return t('Receiving the body…');
  return isRunning(run) ? t('Waiting for the first event…') : t('Joining the events…');
}

function emptyText(run: Run, events: number, hasOther: boolean): string {
  if (isRunning(run)) return t('No text received yet.');
  if (events === 0) return t('The stream ended without an event.');
  if (!isStream(run)) return t('The response has no text here.');
  return hasOther ? t('The stream has no other text.') : t('There is no text at this path. Try another one above.');
}

interface MarkdownPartProps {
  readonly text: string;
  readonly isLive: boolean;
  readonly onCopy: (text: string) => void;
}

/** The text as Markdown. The end stays visible while it grows, until the user scrolls up. */
function MarkdownPart({ text, isLive, onCopy }: MarkdownPartProps) {
  const box = useRef<HTMLDivElement>(null);
  const follow = useRef(isLive);
  useLayoutEffect(() => {
    if (isLive && follow.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [text, isLive]);
  return (
    <div
      ref={box}
      class="scroll joined-markdown"
      role="region"
      aria-label={t('Text of the stream')}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follow.current = scrollTop + clientHeight >= scrollHeight - 8;
      }}
    >
      <Markdown text={text} onCopy={onCopy} />
    </div>
  );
}

interface PlainTextProps {
  readonly panel: Panel;
  readonly isLive: boolean;
  readonly onCopyAll: () => void;
}

/** The text as received with wrapped lines; only visible lines are rendered. */
function PlainText({ panel, isLive, onCopyAll }: PlainTextProps) {
  void panel.frame.value;
  const list = useRef(new RowList());
  const [follow, setFollow] = useState(isLive);
  const { lines } = panel.stores.joined;
  return (
    <VirtualRows
      list={list.current}
      count={lines.count}
      uneven
      follow={follow && isLive}
      onFollow={setFollow}
      class="lines wrapped joined-text"
      box={{
        role: 'region',
        'aria-label': t('Text of the stream'),
        tabIndex: 0,
        onCopy: (event) => {
          if (!isSelectedBeyondSight(event.currentTarget, lines.count)) return;
          event.preventDefault();
          onCopyAll();
        },
      }}
      onRange={() => undefined}
      row={(index) => (
        <div class="row line" key={index}>
          <span class="line-text">
            <Text text={lines.get(index).replace(/\r$/, '')} />
          </span>
        </div>
      )}
    />
  );
}
