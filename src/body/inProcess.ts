import { BodyAnalysis } from './bodyAnalysis.ts';
import type { Answer, Asked, BodyService, OpenedBody, Notify } from './bodyService.ts';
import { readBytes } from './byteSource.ts';
import type { BodyCalls } from './protocol.ts';

/** Analyzes a small body in this thread. */
export function inProcess({ source, ...content }: OpenedBody, report: Notify): BodyService {
  const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const analysis = new BodyAnalysis({ ...content, bytes: readBytes(source) }, report, {
    pause,
    isWanted: () => true,
    alive: () => undefined,
  });
  while (analysis.read());
  analysis.measure();
  return {
    ask: <K extends keyof BodyCalls>(kind: K, asked: Asked<K>) =>
      Promise.resolve((analysis[kind] as (asked: Asked<K>) => Answer<K>)(asked)),
    dispose: () => analysis.stopFinding(),
  };
}
