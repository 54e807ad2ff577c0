import { useMemo } from 'preact/hooks';

import { diffLines, type DiffLine } from '../../../base/text/lineDiff.ts';
import { counted, t } from '../../../base/l10n.ts';
import { Text } from '../controls/text.tsx';

/** Unchanged lines shown around a difference, and maximum lines; the editor shows the full diff. */
const around = 3;
const mostLines = 200;

const signs = { same: ' ', removed: '−', added: '+' } as const;
const words = { same: () => '', removed: () => `${t('expected')} `, added: () => `${t('actual')} ` } as const;

/** Expected and actual value: side by side if both are one line, otherwise as a diff. */
export function Comparison({ expected, actual }: { readonly expected: string; readonly actual: string }) {
  const isLong = expected.includes('\n') || actual.includes('\n');
  if (!isLong)
    return (
      <dl class="compared">
        <dt>{t('Expected')}</dt>
        <dd class="diff-removed">
          <Text text={expected} />
        </dd>
        <dt>{t('Actual')}</dt>
        <dd class="diff-added">
          <Text text={actual} />
        </dd>
      </dl>
    );
  return <Lines expected={expected} actual={actual} />;
}

function Lines({ expected, actual }: { readonly expected: string; readonly actual: string }) {
  const parts = useMemo(() => shownParts(diffLines(expected, actual)), [expected, actual]);
  return (
    <div class="diff" role="group" aria-label={t('Differences: expected lines are marked −, actual lines +')}>
      {parts.map((part, index) =>
        'left' in part ? (
          <div key={index} class="diff-left dim">
            {part.isCut
              ? counted(part.left, '{0} more line', '{0} more lines')
              : counted(part.left, '{0} unchanged line', '{0} unchanged lines')}
          </div>
        ) : (
          <div key={index} class={`diff-line diff-${part.kind}`}>
            <span class="diff-sign" aria-hidden="true">
              {signs[part.kind]}
            </span>
            <span class="announcer">{words[part.kind]()}</span>
            <span class="diff-text">
              <Text text={part.text} />
            </span>
          </div>
        ),
      )}
    </div>
  );
}

type Part = DiffLine | { readonly left: number; readonly isCut: boolean };

/** Leaves out unchanged lines far from a difference and counts them. */
function shownParts(lines: readonly DiffLine[]): readonly Part[] {
  const near = new Set<number>();
  lines.forEach(({ kind }, at) => {
    if (kind !== 'same') for (let i = at - around; i <= at + around; i++) near.add(i);
  });
  const parts: Part[] = [];
  let left = 0;
  const addLeft = (): void => {
    if (left > 0) parts.push({ left, isCut: false });
    left = 0;
  };
  for (const [at, line] of lines.entries()) {
    if (parts.length >= mostLines) return [...parts, { left: lines.length - at, isCut: true }];
    if (!near.has(at)) left++;
    else {
      addLeft();
      parts.push(line);
    }
  }
  addLeft();
  return parts;
}
