import type { BodyPart } from '../../language/index.ts';
import { isOfContent, isUrlKept } from './csharp.ts';
import { expression, isAscii, type Texts } from './literals.ts';
import type { ExportedRequest, Writer } from './model.ts';

const named: Readonly<Record<string, string>> = { '\n': '`n', '\r': '`r', '\t': '`t', '"': '`"', '`': '``', $: '`$' };

/** PowerShell treats curly quotation marks as quotes, so all non-ASCII characters are escaped. */
const quote = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  `"${text.replace(/["`$\0-\x1f]|[^\0-\x7e]/gu, (c) => named[c] ?? `\`u{${(c.codePointAt(0) ?? 0).toString(16)}}`)}"`;

const texts: Texts = { literal: quote, env: (name) => `$env:${name}`, plus: ' + ' };
const say = (text: string): string => expression(text, texts);
const bytes = (p: BodyPart): string =>
  p.kind === 'text'
    ? `[Text.Encoding]::UTF8.GetBytes(${say(p.text)})`
    : `[IO.File]::ReadAllBytes((Convert-Path -LiteralPath (${say(p.path)})))`;

const nameOf = ({ words }: ExportedRequest): string => {
  const noun = words.slice(1).map((w) => (w[0] ?? '').toUpperCase() + w.slice(1));
  return `Send-${noun.join('') || 'Request'}`;
};

/** PowerShell 7. */
export const writePowerShell: Writer = (requests, note) =>
  [
    ...requests.map((r) => {
      const { method, wireUrl, body, options } = r.resolved;
      const names = r.headers.map(([n]) => n.toLowerCase());
      if (new Set(names).size < names.length) note(r, 'PowerShell sends each header once: the last one is used.');
      if (!isUrlKept(wireUrl))
        note(r, 'PowerShell normalizes the URL: it resolves dots in the path, and decodes what need not be encoded.');
      const hasNoContent = method === 'GET' && body.length === 0;
      const headers = [...new Map(r.headers.map(([n, v]) => [n.toLowerCase(), [n, v] as const])).values()].filter(([n, v]) => {
        const isUnsent = hasNoContent && isOfContent(n);
        if (!isAscii(v)) note(r, `PowerShell sends only ASCII headers: ${n} is left out.`);
        else if (isUnsent) note(r, `PowerShell does not send ${n} with a GET that has no body.`);
        return isAscii(v) && !isUnsent;
      });
      if (method === 'POST' && !names.includes('content-type'))
        note(r, 'PowerShell adds Content-Type: application/x-www-form-urlencoded to a POST that has none.');
      const words = [
        `-CustomMethod ${say(method)}`,
        `-Uri (${say(wireUrl)})`,
        ...(headers.length === 0
          ? []
          : [`-Headers ([ordered]@{\n${headers.map(([n, v]) => `      ${say(n)} = ${say(v)}\n`).join('')}    })`]),
        ...(body.length === 0 ? [] : [`-Body ([byte[]](${body.map((p) => `@(${bytes(p)})`).join(' + ')}))`]),
        ...(options.followRedirects ? [] : ['-MaximumRedirection 0 -ErrorAction SilentlyContinue']),
        ...(options.insecure ? ['-SkipCertificateCheck'] : []),
        ...(options.timeoutMs > 0 ? [`-TimeoutSec ${Math.ceil(options.timeoutMs / 1000)}`] : []),
        '-SkipHeaderValidation -SkipHttpErrorCheck',
      ];
      return `# ${r.title}\nfunction ${nameOf(r)} {\n  Invoke-WebRequest ${words.join(' `\n    ')}\n}`;
    }),
    requests.map((r) => `${nameOf(r)} | ForEach-Object { "$($_.StatusCode) $($_.Content)" }`).join('\n'),
  ].join('\n\n');
