import { largestOf } from '../../base/lists.ts';
import { literal, onlyText } from './literals.ts';
import { piecesOf } from '../text/marks.ts';
import { capturesOf, Chains, withPlaceholders, type Captured } from './chains.ts';
import type { Writer } from './model.ts';

/** A load test for Artillery. Each virtual user sends the requests in order. */
export const writeArtillery: Writer = (requests, note) => {
  const chains = new Chains(new Set(requests.map((r) => r.resolved.name)));
  const written = requests.map((r) => capturesOf(r, (line) => note(r, `${line} is left out.`)));
  const known = new Set(written.flat().map((c) => c.variable));
  const flow = requests.map((r) => {
    const { method, wireUrl, body, options } = r.resolved;
    const say = (text: string): string => {
      const chained = chains.replaced(text);
      const names = Array.from(chained.matchAll(/\{\{([^{}]*)\}?/g), ([, name = '']) => name);
      const captured = new Set(requests.flatMap((other) => chains.of(other.resolved.name).map((c) => c.variable)));
      if (names.some((name) => !known.has(name) && !captured.has(name))) note(r, 'It contains {{, which starts a template there.');
      return literal(
        piecesOf(chained)
          .map((p) => (p.kind === 'variable' ? `{{ $env.${p.text} }}` : p.text))
          .join(''),
      );
    };
    const names = r.headers.map(([n]) => n.toLowerCase());
    if (new Set(names).size < names.length) note(r, 'Artillery sends each header once: the last one is used.');
    const headers = new Map(r.headers.map(([n, v]) => [n.toLowerCase(), [n, v] as const]));
    const text = onlyText(body);
    if (text === undefined) note(r, 'A body of files is left out: Artillery needs a function for it.');
    if (!/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/.test(method)) note(r, `Artillery may not know ${method}.`);
    return [
      `      - ${method.toLowerCase()}:`,
      `          name: ${say(r.title)}`,
      `          url: ${say(withPlaceholders(wireUrl))}`,
      ...(headers.size === 0
        ? []
        : ['          headers:', ...Array.from(headers.values(), ([n, v]) => `            ${say(n)}: ${say(v)}`)]),
      ...(text === undefined || text === '' ? [] : [`          body: ${say(text)}`]),
      ...(options.followRedirects ? [] : ['          followRedirect: false']),
      ...(r.status === undefined ? [] : ['          expect:', `            - statusCode: ${r.status}`]),
    ];
  });
  const steps = flow.map((lines, i) =>
    [...lines, ...captureLines([...(written[i] ?? []), ...chains.of(requests[i]?.resolved.name ?? '')])].join('\n'),
  );
  const all = requests.map((r) => r.resolved);
  const origin = /^[a-z+]+:\/\/[^/?#]+/i.exec(all[0]?.wireUrl ?? '')?.[0] ?? '';
  const timeoutMs = largestOf(
    all.map((r) => r.options.timeoutMs),
    0,
  );
  return [
    '# npx artillery run FILE',
    'config:',
    `  target: ${literal(origin.includes('\ufdd0') ? 'http://localhost' : origin)}`,
    '  phases:',
    '    # Seconds, and virtual users that begin in each of them.',
    '    - duration: 10',
    '      arrivalRate: 1',
    '      rampTo: 5',
    '    - duration: 30',
    '      arrivalRate: 5',
    ...(timeoutMs === 0 ? [] : ['  http:', `    timeout: ${timeoutMs / 1000}`]),
    ...(all.some((r) => r.options.insecure) ? ['  tls:', '    rejectUnauthorized: false'] : []),
    ...(requests.some((r) => r.status !== undefined) ? ['  plugins:', '    expect: {}'] : []),
    'scenarios:',
    '  - flow:',
    ...steps,
  ].join('\n');
};

/** The values of a response that later steps use. */
function captureLines(captured: readonly Captured[]): readonly string[] {
  if (captured.length === 0) return [];
  return [
    '          capture:',
    ...captured.flatMap(({ variable, from }) => [
      from.kind === 'header'
        ? `            - header: ${literal(from.name.toLowerCase())}`
        : `            - json: ${literal(`$${from.steps.map((s) => (typeof s === 'number' ? `[${s}]` : /^[A-Za-z_]\w*$/.test(s) ? `.${s}` : `['${s.replaceAll("'", "\\'")}']`)).join('')}`)}`,
      `              as: ${literal(variable)}`,
    ]),
  ];
}
