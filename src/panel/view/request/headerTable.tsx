import { Fragment } from 'preact';
import { t } from '../../../base/l10n.ts';
import type { HeaderPair } from '../../../protocol/headerPair.ts';
import type { Panel } from '../../panel.ts';
import { CopyButton } from '../controls/button.tsx';
import { urlsInHeader } from '../../model/tokens/urlsIn.ts';
import { Text } from '../controls/text.tsx';

interface HeaderTableProps {
  readonly panel: Panel;
  readonly title: string;
  readonly headers: readonly HeaderPair[];
  /** Lower-case names of headers that Req added. */
  readonly added?: readonly string[];
}

/** Headers as on the wire, with order, case and repetition. */
export function HeaderTable({ panel, title, headers, added = [] }: HeaderTableProps) {
  return (
    <section class="section">
      <div class="section-head">
        <h2>{title}</h2>
        <CopyButton
          label={t('Copy all headers')}
          disabled={headers.length === 0}
          onCopy={() => panel.send({ type: 'copyText', text: headers.map(([name, value]) => `${name}: ${value}\n`).join('') })}
        />
      </div>
      {headers.length === 0 && <p class="dim">{t('None.')}</p>}
      <table class="pairs">
        <tbody>
          {headers.map(([name, value], index) => (
            <tr key={index}>
              <th scope="row">
                <Text text={name} />
              </th>
              <td>
                <bdi>
                  <HeaderValue panel={panel} name={name} value={value} />
                </bdi>
                {added.includes(name.toLowerCase()) && <span class="added">{t('added by Req')}</span>}
              </td>
              <td class="pair-action">
                <CopyButton label={t('Copy the value of {0}', name)} onCopy={() => panel.send({ type: 'copyText', text: value })} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A value whose URLs write a request for them. */
function HeaderValue({ panel, name, value }: { readonly panel: Panel; readonly name: string; readonly value: string }) {
  const places = urlsInHeader(name, value);
  if (places.length === 0) return <Text text={value} />;
  return (
    <>
      {places.map(({ start, end }, i) => (
        <Fragment key={start}>
          <Text text={value.slice(places[i - 1]?.end ?? 0, start)} />
          <UrlButton panel={panel} url={value.slice(start, end)} />
        </Fragment>
      ))}
      <Text text={value.slice(places.at(-1)?.end ?? 0)} />
    </>
  );
}

/** A URL of the response; a click inserts a request for it. */
export function UrlButton({ panel, url }: { readonly panel: Panel; readonly url: string }) {
  const runId = panel.run.value?.started.runId;
  if (runId === undefined) return <Text text={url} />;
  return (
    <button
      type="button"
      class="link header-url"
      title={t('Create a request of this URL')}
      onClick={() => panel.send({ type: 'makeRequest', runId, url })}
    >
      <Text text={url} />
    </button>
  );
}
