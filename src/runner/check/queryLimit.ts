/** How long a JSONPath may be evaluated. */
export interface QueryLimit {
  /** For messages. */
  readonly text: string;
  isOver(): boolean;
}

/** A limit in milliseconds from now. All paths evaluated under it share the time. */
export function queryLimit(timeMs: number): QueryLimit {
  const end = performance.now() + timeMs;
  return { text: `${timeMs / 1000} s`, isOver: () => performance.now() > end };
}

/** Milliseconds for each event of a stream: Ctrl+C waits as long. */
const eventMs = 50;
/** A large event gets a millisecond more for so many characters. */
const charactersPerMs = 4000;

/**
 * The limit for an event of a running stream. It is in processor time, so that other programs cannot make an assertion fail, and begins
 * when it is first asked for, so that an ordinary path reads no clock.
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
