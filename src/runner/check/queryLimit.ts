/** Time limit for evaluating JSONPaths. */
export interface QueryLimit {
  /** The limit in words, for messages. */
  readonly text: string;
  isOver(): boolean;
}

/** A limit in milliseconds from now. All paths evaluated under it share the time. */
export function queryLimit(timeMs: number): QueryLimit {
  const end = performance.now() + timeMs;
  return { text: `${timeMs / 1000} s`, isOver: () => performance.now() > end };
}

/** Milliseconds for each event of a stream; Ctrl+C is delayed by as much. */
const eventMs = 50;
/** Characters of a large event for which it gets an additional millisecond. */
const charactersPerMs = 4000;

/**
 * The limit for an event of a running stream. It is in processor time, so that other programs cannot make an assertion fail. It begins at
 * its first check, so that simple paths read no clock.
 */
export function eventLimit(characters: number): QueryLimit {
  const timeMs = Math.round(eventMs + characters / charactersPerMs);
  let start: NodeJS.CpuUsage | undefined;
  return {
    text: `${timeMs} ms`,
    isOver() {
      if (start === undefined) {
        start = process.cpuUsage();
        return false;
      }
      const { user, system } = process.cpuUsage(start);
      return user + system > timeMs * 1000;
    },
  };
}
