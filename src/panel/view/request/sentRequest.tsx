import { counted, t } from '../../../base/l10n.ts';
import type { PanelSubstitution } from '../../../protocol/runSteps.ts';

import type { Run } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';
import { CopyButton } from '../controls/button.tsx';
import { PlaceLink } from '../controls/placeLink.tsx';
import { Text } from '../controls/text.tsx';

interface Props {
  readonly panel: Panel;
  readonly run: Run;
}

export function Bytes({ panel, run }: Props) {
  const { bytes } = run;
  if (bytes === null) return <p class="calm late">{t('Reading…')}</p>;
  const text = bytes.lines.join('\n');
  return (
    <section class="section">
      <div class="section-head">
        <h2>{t('Bytes')}</h2>
        <CopyButton label={t('Copy the bytes')} disabled={text === ''} onCopy={() => panel.send({ type: 'copyText', text: `${text}\n` })} />
      </div>
      {bytes.note !== null && (
        <p class="dim">
          <Text text={bytes.note} />
        </p>
      )}
      <pre class="code bytes">{text === '' ? t('None.') : text}</pre>
    </section>
  );
}

export function Substituted({ panel, run }: Props) {
  const { substituted } = run;
  if (substituted === null || substituted.substitutions.length === 0) return null;
  const { substitutions, more } = substituted;
  return (
    <section class="section">
      <h2>{t('Placeholders')}</h2>
      <table class="pairs substituted">
        <tbody>
          {substitutions.map((s, index) => (
            <Substitution key={index} panel={panel} run={run} substitution={s} />
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="dim">{counted(more, '{0} more placeholder not listed.', '{0} more placeholders not listed.')}</p>}
    </section>
  );
}

function Substitution({ panel, run, substitution }: Props & { readonly substitution: PanelSubstitution }) {
  const { placeholder, line, text, from, at } = substitution;
  return (
    <tr>
      <th scope="row">
        {line === null ? (
          <Text text={placeholder} />
        ) : (
          <button
            type="button"
            class="link-quiet"
            title={t('Go to line {0}', line)}
            onClick={() => panel.send({ type: 'goTo', file: run.started.file, line, column: 1 })}
          >
            <Text text={placeholder} />
          </button>
        )}
      </th>
      <td>
        <bdi>
          <Text text={text} />
        </bdi>
        <span class="from">
          <Text text={from} /> {at !== null && <PlaceLink panel={panel} file={at.file} line={at.line} column={1} />}
        </span>
      </td>
    </tr>
  );
}
