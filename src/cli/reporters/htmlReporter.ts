import type { FileRun, RequestResult } from '../../runner/index.ts';
import { shownDuration, shownSize } from '../print/printMeasures.ts';
import { nameOfResult, passOf, plural, problemsOf } from './describe.ts';
import { countsOf, countText, partsText } from './contractLines.ts';
import { diffLines } from './diff.ts';
import { endedText } from './prettyReporter.ts';
import type { ApiCoverage, Reporter, ReportSink, ReportSummary } from './reporter.ts';
import { escapeMarkup } from './xml.ts';

/** A single page without scripts and external resources. Failures are open; checkboxes filter the requests by CSS. */
export function htmlReporter(sink: ReportSink): Reporter {
  const units: Unit[] = [];
  return {
    take(e) {
      if (e.kind === 'file-started') units.push({ unit: e.unit, rows: [], failed: 0 });
      const last = units.at(-1);
      if (e.kind !== 'request' || last === undefined) return;
      if (e.result.verdict === 'failed') last.failed++;
      last.rows.push(row(e.result, sink));
    },
    *end(summary) {
      const [head, foot] = page(summary);
      yield head;
      for (const unit of units) yield* section(unit, sink);
      for (const api of summary.contract ?? []) yield contractSection(api, sink);
      yield foot;
    },
  };
}

interface Unit {
  readonly unit: FileRun;
  readonly rows: string[];
  failed: number;
}

function* section({ unit, rows, failed }: Unit, sink: ReportSink): Generator<string> {
  const pass = passOf(unit);
  const count = failed === 0 ? plural(rows.length, 'request') : `${plural(rows.length, 'request')}, ${failed} failed`;
  const title = `${escapeMarkup(sink.display(unit.file))}${pass === undefined ? '' : ` <small>${escapeMarkup(pass)} ·</small>`}`;
  yield `<section class="${failed > 0 ? 'bad' : 'good'}"><h2>${title} <small>${count}</small></h2>\n`;
  for (const [i, text] of rows.entries()) {
    if (sink.isLate()) {
      yield `<p>${plural(rows.length - i, 'request')} left out after Ctrl+C.</p>`;
      break;
    }
    yield text;
  }
  yield '</section>\n';
}

const words = { passed: '✓ passed', failed: '✗ failed', skipped: '– skipped', cancelled: '! cancelled' } as const;

function row(result: RequestResult, sink: ReportSink): string {
  const { verdict, of, sent, status, statusText, durationMs, sizes, tests, reason, tries, console } = result;
  const facts = [
    ...(status === undefined ? [] : [`${status} ${statusText ?? ''}`.trim(), shownDuration(durationMs), shownSize(sizes.bodyDecoded)]),
    ...(tries > 1 ? [`${tries} tries`] : []),
    ...(of.neededBy === undefined ? [] : [`needed by ${of.neededBy}`]),
    ...(verdict === 'skipped' && reason !== undefined ? [reason] : []),
  ];
  const problems = problemsOf(result).map((p) => {
    const diff = diffLines(p)
      .map(
        ([kind, text]) => `<span class="${kind === '-' ? 'minus' : kind === '+' ? 'plus' : 'same'}">${kind} ${escapeMarkup(text)}</span>`,
      )
      .join('\n');
    const place = `<code>${escapeMarkup(`${sink.display(p.file)}:${p.line}`)}</code>`;
    const what = p.test === undefined ? '' : `<b>${escapeMarkup(p.test)}</b> `;
    return `<li class="failed">✗ ${what}${place}<pre>${escapeMarkup(p.message)}${diff === '' ? '' : `\n\n${diff}`}</pre></li>`;
  });
  const passed = tests.filter((t) => t.passed).map((t) => `<li>✓ ${escapeMarkup(t.name)}</li>`);
  const said =
    console.length === 0 ? '' : `<pre class="console">${console.map((c) => escapeMarkup(`${c.level}: ${c.text}`)).join('\n')}</pre>`;
  const line = sent === undefined ? '' : `<p><code>${escapeMarkup(`${sent.method} ${sent.url}`)}</code></p>`;
  const place = `<p><code>${escapeMarkup(`${sink.display(of.file)}:${of.request.line}`)}</code></p>`;
  return [
    `<details class="${verdict}"${verdict === 'failed' ? ' open' : ''}><summary><span class="verdict">${words[verdict]}</span> `,
    `${escapeMarkup(nameOfResult(result))} <small>${facts.map(escapeMarkup).join(' · ')}</small></summary>`,
    `${line}${place}<ul>${problems.join('')}${passed.join('')}</ul>${said}</details>\n`,
  ].join('');
}

/** The coverage of an OpenAPI document as a table. */
function contractSection(api: ApiCoverage, sink: ReportSink): string {
  const { operations, statuses, parameters } = countsOf(api);
  const cell = (text: string): string => `<td>${escapeMarkup(text)}</td>`;
  const rows = api.operations.map(
    (o) =>
      `<tr class="${o.calls === 0 ? 'skipped' : 'passed'}">${cell(o.operation)}${cell(o.calls === 0 ? 'not called' : partsText(o.statuses))}${cell(o.calls === 0 ? '' : partsText(o.parameters))}</tr>\n`,
  );
  const counts = `${countText(operations)} operations, ${countText(statuses)} status codes, ${countText(parameters)} parameters checked`;
  const title = `<h2>Contract ${escapeMarkup(sink.display(api.document))} <small>${counts}</small></h2>`;
  if (api.problem !== undefined) return `<section class="bad">${title}<p>${escapeMarkup(api.problem)}</p></section>\n`;
  const header = '<tr><th>Operation</th><th>Status codes</th><th>Parameters</th></tr>';
  return `<section class="contract">${title}<table>${header}\n${rows.join('')}</table></section>\n`;
}

const style = `:root{color-scheme:light dark;--good:#1a7f37;--bad:#b3261e;--odd:#7a5b00;--line:#8884}
@media(prefers-color-scheme:dark){:root{--good:#4ac26b;--bad:#ff8178;--odd:#e3b341}}
body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:1.5rem 0 .25rem;overflow-wrap:anywhere}small{opacity:.75;font-weight:normal}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
details{border-top:1px solid var(--line);padding:.3rem 0}summary{cursor:pointer;overflow-wrap:anywhere}details>*:not(summary){margin-left:1.2rem}
table{border-collapse:collapse}td,th{border-top:1px solid var(--line);padding:.2rem .8rem .2rem 0;text-align:left;vertical-align:top;overflow-wrap:anywhere}tr.skipped td{color:var(--odd)}
ul{list-style:none;padding:0}.passed .verdict,.minus{color:var(--good)}.failed .verdict,li.failed b,.plus{color:var(--bad)}
.skipped .verdict,.cancelled .verdict{color:var(--odd)}.verdict{font-weight:600}
body:has(#passed:not(:checked)) details.passed,body:has(#failed:not(:checked)) details.failed,body:has(#other:not(:checked)) :is(details.skipped,details.cancelled){display:none}
fieldset{border:0;padding:0;margin:1rem 0;display:flex;gap:1.2rem;flex-wrap:wrap}`;

/** The page before and after its sections. */
function page(summary: ReportSummary): readonly [string, string] {
  const { passed, failed, skipped, cancelled, disabled, notRun, tests, elapsedMs, startTime, iterations, seeds = [], ended } = summary;
  const other = skipped + cancelled;
  const facts = [
    plural(passed + failed + other, 'request'),
    ...(tests.passed + tests.failed === 0 ? [] : [`${plural(tests.passed + tests.failed, 'test')} (${tests.failed} failed)`]),
    ...(disabled === 0 ? [] : [`${disabled} disabled`]),
    ...(notRun === 0 ? [] : [`${notRun} not run`]),
    ...(iterations === 1 ? [] : [`${iterations} passes`]),
    ...(seeds.length === 0 ? [] : [`seed ${seeds.join(', ')}`]),
    shownDuration(elapsedMs),
    new Date(startTime).toISOString(),
  ];
  const why = endedText(ended);
  const box = (id: string, text: string): string => `<label><input type="checkbox" id="${id}" checked> ${text}</label>`;
  const head = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${failed > 0 ? `${failed} failed` : 'All passed'} – req run</title><style>${style}</style></head><body><main>
<h1>${failed > 0 ? `${failed} of ${plural(passed + failed + other, 'request')} failed` : cancelled > 0 ? 'Cancelled' : 'No request failed'}</h1>
<p>${facts.map(escapeMarkup).join(' · ')}</p>${why === undefined ? '' : `\n<p>${escapeMarkup(why)}</p>`}
<fieldset aria-label="What is shown">${box('failed', `${failed} failed`)}${box('passed', `${passed} passed`)}${box('other', `${other} skipped or cancelled`)}</fieldset>
`;
  return [head, '</main></body></html>\n'];
}
