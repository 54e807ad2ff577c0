import { maskText } from '../../base/masks/mask.ts';
import { t } from '../../base/l10n.ts';
import type { SentRequest } from '../../runner/index.ts';
import type { StoredRun } from '../record/storedRun.ts';

/** A sent request as the text of a `.req` file, or the reason why that is not possible. */
export type Sendable = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** All values are in one variable, so that neither templates nor line syntax in them are interpreted. */
export function sendableText({ facts, notes }: StoredRun): Sendable {
  const sending = notes.find(({ event }) => event.kind === 'sending')?.event;
  if (sending?.kind !== 'sending') return { ok: false, reason: t('it was never sent') };
  const { request } = sending;
  const headers = request.headers.filter(([name]) => !request.added.includes(name.toLowerCase()));
  const texts = [request.wireUrl, ...headers.map(([, value]) => value), request.bodyText ?? ''];
  if ([...texts, request.method].some((text) => text.includes(maskText))) return { ok: false, reason: t('it contained a secret') };
  if (!isWholeBody(request)) return { ok: false, reason: t('its body is not stored') };
  const value = JSON.stringify(texts).replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');
  const version = request.httpVersion.startsWith('2') ? ' HTTP/2' : '';
  const lines = [
    `### ${facts.request.title.replaceAll(/[\r\n]/g, ' ')}`,
    ...facts.directives.map((directive) => `# @${directive}`),
    '# @no-encode',
    `@sent = ${value}`,
    `${request.method} {{sent[0]}}${version}`,
    ...headers.map(([name], i) => `${name}: {{sent[${i + 1}]}}`),
    ...(request.bodyText === undefined || request.bodyText === '' ? [] : ['', `{{sent[${texts.length - 1}]}}`]),
  ];
  return { ok: true, text: `${lines.join('\n')}\n` };
}

/** False for a body with files or binary data, whose text is incomplete. */
const isWholeBody = ({ bodyText, bodySize }: SentRequest): boolean => bodySize === Buffer.byteLength(bodyText ?? '');
