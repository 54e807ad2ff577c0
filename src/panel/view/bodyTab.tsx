import { showCounted } from '../model/measures.ts';
import { isRunning, isStream, type Body, type Run } from '../model/run.ts';
import type { Panel } from '../panel.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icons.tsx';
import { ImageBody } from './imageBody.tsx';
import { LineRows } from './lineRows.tsx';
import { Text } from './text.tsx';

interface BodyProps {
  readonly panel: Panel;
  readonly run: Run;
}

export function BodyTab({ panel, run }: BodyProps) {
  const { body } = run;
  if (body === null) {
    if (isRunning(run) && isStream(run)) return <p class="calm">The stream’s text stands here when it ends.</p>;
    if (isRunning(run)) return <p class="calm late">{run.head === null ? 'Waiting for the response…' : 'Receiving the body…'}</p>;
    return <p class="calm">{run.head === null ? 'No response came.' : 'No body came.'}</p>;
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
      <BodyContent panel={panel} body={body} />
    </>
  );
}

function BodyBar({ panel, body }: { readonly panel: Panel; readonly body: Body }) {
  const { mode, wrap } = panel.choices.value;
  const lines = panel.lines.total(modeOf(body, mode));
  void panel.frame.value;
  return (
    <div class="bar">
      {hasForms(body) && (
        <div class="segments" role="group" aria-label="Form of the body">
          {(['pretty', 'raw'] as const).map((form) => (
            <button type="button" key={form} class="segment" aria-pressed={mode === form} onClick={() => panel.chooseMode(form)}>
              {form === 'pretty' ? 'Pretty' : 'Raw'}
            </button>
          ))}
        </div>
      )}
      <span class="bar-fact">
        <Text text={body.contentType} />
      </span>
      {body.view !== 'image' && body.view !== 'hex' && lines !== null && (
        <span class="bar-fact bar-lines">{showCounted(lines, 'line')}</span>
      )}
      <span class="bar-space" />
      {body.view !== 'image' && body.view !== 'hex' && (
        <IconButton icon="wrap" label="Wrap long lines" pressed={wrap} onClick={() => panel.chooseWrap(!wrap)} />
      )}
    </div>
  );
}

function BodyContent({ panel, body }: { readonly panel: Panel; readonly body: Body }) {
  const { mode, wrap } = panel.choices.value;
  if (body.view === 'empty') return <p class="calm">The body is empty.</p>;
  if (body.view === 'image') return <ImageBody panel={panel} body={body} />;
  const form = modeOf(body, mode);
  const wrapped = wrap && body.view !== 'hex';
  return <LineRows key={`${form} ${wrapped ? 'wrapped' : ''}`} panel={panel} view={body.view} mode={form} wrap={wrapped} />;
}

function hasForms(body: Body): boolean {
  return body.view === 'json' || body.view === 'xml';
}

/** A view without a second form is its own pretty one. */
function modeOf(body: Body, mode: 'pretty' | 'raw'): 'pretty' | 'raw' {
  return hasForms(body) ? mode : 'pretty';
}
