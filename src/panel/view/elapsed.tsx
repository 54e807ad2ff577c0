import { useEffect, useState } from 'preact/hooks';
import { showElapsed } from '../model/measures.ts';

const tick = 100;

/** Time since a moment (milliseconds since 1970), while it passes. */
export function Elapsed({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, []);
  return <span class="fact elapsed">{showElapsed(Math.max(0, now - since))}</span>;
}
