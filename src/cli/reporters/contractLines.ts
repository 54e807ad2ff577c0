import { visibleText } from '../../base/text/visible.ts';
import type { ApiCoverage, CoveredPart, OperationCoverage, ReportSink } from './reporter.ts';

export interface Count {
  readonly covered: number;
  readonly total: number;
}

const count = (parts: readonly CoveredPart[]): Count => ({ covered: parts.filter((p) => p.isCovered).length, total: parts.length });

export interface ApiCounts {
  readonly operations: Count;
  readonly statuses: Count;
  readonly parameters: Count;
}

export const countsOf = ({ operations }: ApiCoverage): ApiCounts => ({
  operations: count(operations.map((o) => ({ name: o.operation, isCovered: o.calls > 0 }))),
  statuses: count(operations.flatMap((o) => o.statuses)),
  parameters: count(operations.flatMap((o) => o.parameters)),
});

export const countText = ({ covered, total }: Count): string => `${covered} of ${total}`;

const named = (parts: readonly CoveredPart[], isCovered: boolean): string =>
  parts
    .filter((p) => p.isCovered === isCovered)
    .map((p) => p.name)
    .join(', ');

/** `200, 404 (not 500)`: the checked parts, and those that were not checked. */
export function partsText(parts: readonly CoveredPart[]): string {
  const covered = named(parts, true);
  const others = named(parts, false);
  return [covered, others === '' ? '' : `(not ${others})`].filter((t) => t !== '').join(' ');
}

/** The coverage of OpenAPI documents for a terminal. */
export function contractLines(contract: readonly ApiCoverage[] | undefined, sink: Pick<ReportSink, 'style' | 'display'>): string {
  return (contract ?? []).map((api) => apiLines(api, sink)).join('');
}

function apiLines(api: ApiCoverage, sink: Pick<ReportSink, 'style' | 'display'>): string {
  const head = sink.style('bold', `Contract ${sink.display(api.document)}`);
  if (api.problem !== undefined) return `${head}\n  ${sink.style('red', visibleText(api.problem))}\n\n`;
  const { operations, statuses, parameters } = countsOf(api);
  const width = (texts: readonly string[]): number => Math.min(widest, Math.max(0, ...texts.map((t) => t.length)));
  const first = width(api.operations.map((o) => visibleText(o.operation)));
  const second = width(api.operations.map((o) => cellsOf(o)[0]));
  const lines = api.operations.map((o) => {
    const mark = o.calls > 0 ? sink.style('green', '✓') : sink.style('yellow', '-');
    const [ofStatuses, ofParameters] = cellsOf(o);
    return `${`  ${mark} ${visibleText(o.operation).padEnd(first)}  ${ofStatuses.padEnd(second)}  ${ofParameters}`.trimEnd()}\n`;
  });
  const total = `  ${countText(operations)} operations, ${countText(statuses)} status codes, ${countText(parameters)} parameters checked\n`;
  return `${head}\n${lines.join('')}${total}\n`;
}

/** Characters of a column; longer texts are not cut. */
const widest = 48;

const cellsOf = ({ calls, statuses, parameters }: OperationCoverage): readonly [string, string] =>
  calls === 0 ? ['not called', ''] : [visibleText(partsText(statuses)), visibleText(partsText(parameters))];
