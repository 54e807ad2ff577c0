import { useMemo, useState } from 'preact/hooks';
import { visibleText } from '../../../base/text/visible.ts';
import type { EncodedValue } from '../../../base/values/valueCodec.ts';
import { counted, showCount, t } from '../../../base/l10n.ts';
import { briefly, consoleRows, levels, membersOf, valuesOf, type ConsoleRow, type Level } from '../../model/rows/consoleRows.ts';
import { showOffset } from '../../model/text/textMeasures.ts';
import type { ConsoleLine, Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { CopyButton, IconButton } from '../controls/button.tsx';
import { Icon } from '../controls/icons.tsx';
import { PlaceLink } from '../controls/placeLink.tsx';
import { TextBlock } from '../controls/text.tsx';
import { ValueTree } from './valueTree.tsx';

/** The console of scripts, with level filters, merged repetitions and expandable objects. */
export function ConsoleTab({ panel, run }: { readonly panel: Panel; readonly run: Run }) {
  const [hidden, setHidden] = useState<ReadonlySet<Level>>(new Set());
  /** Lines before this index were cleared. */
  const [cleared, setCleared] = useState(0);
  const lines = cleared <= run.consoleDropped ? run.console : run.console.slice(cleared - run.consoleDropped);
  const first = Math.max(cleared, run.consoleDropped);
  const shown = useMemo(() => new Set(levels.filter((level) => !hidden.has(level))), [hidden]);
  const rows = useMemo(() => consoleRows(lines, first, shown), [lines.length, first, shown, run.console]);
  const toggle = (level: Level): void => {
    const next = new Set(hidden);
    if (!next.delete(level)) next.add(level);
    setHidden(next);
  };
  return (
    <>
      <div class="bar" role="toolbar" aria-label={t('Console')}>
        <div class="segments" role="group" aria-label={t('Levels')}>
          {levels.map((level) => {
            const count = lines.filter((line) => line.level === level).length;
            return (
              <button
                type="button"
                key={level}
                class="segment"
                aria-pressed={!hidden.has(level)}
                title={`${hidden.has(level) ? t('Show {0}', level) : t('Hide {0}', level)}: ${counted(count, '{0} line', '{0} lines')}`}
                onClick={() => toggle(level)}
              >
                {level}
                {count > 0 && <span class="segment-count">{showCount(count)}</span>}
              </button>
            );
          })}
        </div>
        <span class="bar-space" />
        <CopyButton
          label={t('Copy the lines shown')}
          disabled={rows.length === 0}
          onCopy={() => panel.send({ type: 'copyText', text: rows.map(textOf).join('') })}
        />
        <IconButton
          icon="cross"
          label={t('Clear the console')}
          disabled={lines.length === 0}
          onClick={() => setCleared(run.consoleDropped + run.console.length)}
        />
      </div>
      <div class="scroll console" tabIndex={0} role="log" aria-live="off" aria-label={t('Console')}>
        {cleared < run.consoleDropped && run.consoleDropped > 0 && (
          <p class="dim console-dropped">
            {counted(run.consoleDropped, '{0} earlier line was dropped.', '{0} earlier lines were dropped.')}
          </p>
        )}
        {rows.length === 0 && <p class="calm">{lines.length === 0 ? t('The console is empty.') : t('No lines at these levels.')}</p>}
        {rows.map((row) => (
          <Row key={row.index} panel={panel} row={row} />
        ))}
      </div>
    </>
  );
}

const textOf = ({ line, count }: ConsoleRow): string => `${line.level} ${line.text}\n`.repeat(count);

function Row({ panel, row: { line, count } }: { readonly panel: Panel; readonly row: ConsoleRow }) {
  return (
    <div class={`console-line level-${line.level}`}>
      <span class="console-time">{showOffset(line.at)}</span>
      <span class="console-level">{line.level}</span>
      <span class="console-text">
        {count > 1 && (
          <span class="count console-count" title={t('{0} times', showCount(count))}>
            {showCount(count)}
            <span class="announcer"> {t('times')} </span>
          </span>
        )}
        <Values line={line} />
      </span>
      {line.place !== undefined && <PlaceLink panel={panel} file={line.place.file} line={line.place.line} column={1} />}
    </div>
  );
}

function Values({ line }: { readonly line: ConsoleLine }) {
  const [unfolded, setUnfolded] = useState(false);
  const values = useMemo(() => (unfolded ? valuesOf(line) : undefined), [unfolded, line]);
  if (line.values === undefined) return <TextBlock text={line.text} />;
  // A single object is expanded at once.
  const isOnly = values?.filter((value) => membersOf(value) !== undefined).length === 1;
  return (
    <>
      <button type="button" class="link-quiet console-fold" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
        <Icon name="right" />
        <span class="announcer">{unfolded ? t('Fold') : t('Unfold')} </span>
        <span>{values === undefined ? <TextBlock text={line.text} /> : visibleText(values.map(named).join(' '))}</span>
      </button>
      {values?.map(
        (value, index) => membersOf(value) !== undefined && <ValueTree key={index} name={null} value={value} unfolded={isOnly} />,
      )}
    </>
  );
}

const named = (value: EncodedValue): string => (typeof value === 'string' ? value : briefly(value));
