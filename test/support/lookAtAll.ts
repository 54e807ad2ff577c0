import { diagnostics, hover, inlayHints } from '../../src/language/onDemand.ts';
import { complete } from './complete.ts';
import { inspect, type Around, type Inspected } from './inspect.ts';

/**
 * Evaluates every editor feature on a text. Returns the resolved request's body, or the errors that prevent sending.
 * @param most number of inspected placeholders, from the start and from the end
 */
export async function lookAtAll(
  source: string,
  around: Around,
  most = 4,
): Promise<{ readonly inspected: Inspected; readonly shown: string }> {
  const inspected = await inspect({ text: source, offset: source.indexOf('http://h') }, around);
  const { view } = inspected;
  const shown: string[] = [];
  const places = [...source.matchAll(/\{\{/g)].map((m) => m.index);
  for (const at of [...places.slice(0, most), ...places.slice(most).slice(-most)]) {
    shown.push(hover(view, at + 2)?.markdown ?? '');
    await complete({ text: source, offset: at + 2 }, around);
  }
  diagnostics(view);
  shown.push(...inlayHints(view, { start: 0, end: source.length }, 'everywhere').map((h) => h.tooltip));
  return { inspected, shown: shown.join('\n') };
}
