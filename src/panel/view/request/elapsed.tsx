import { useEffect, useState } from 'preact/hooks';
import { showElapsed, showSeconds } from '../../model/text/textMeasures.ts';

/**
 * The running time.
 * @param since milliseconds since 1970
 * @param calm in whole seconds, for long streams: each step re-renders
 */
export function Elapsed({ since, calm }: { readonly since: number; readonly calm: boolean }) {
  const [now, setNow] = useState(Date.now());
  const step = calm ? 1000 : 100;
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), step - (Math.max(0, Date.now() - since) % step));
    return () => clearTimeout(timer);
  }, [now, since, step]);
  const passed = Math.max(0, now - since);
  return <span class="fact elapsed">{calm ? showSeconds(passed) : showElapsed(passed)}</span>;
}
