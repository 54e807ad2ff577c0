import { showCounted, showOffset } from '../model/measures.ts';
import type { Run } from '../model/run.ts';
import { TextBlock } from './text.tsx';

/** What scripts logged. */
export function ConsoleTab({ run }: { readonly run: Run }) {
  return (
    <div class="scroll console" tabIndex={0} role="log" aria-live="off" aria-label="Console">
      {run.consoleDropped > 0 && <p class="dim console-dropped">{showCounted(run.consoleDropped, 'earlier line')} not kept.</p>}
      {run.console.map((line, index) => (
        <div key={run.consoleDropped + index} class={`console-line level-${line.level}`}>
          <span class="console-time">{showOffset(line.at)}</span>
          <span class="console-level">{line.level}</span>
          <span class="console-text">
            <TextBlock text={line.text} />
          </span>
        </div>
      ))}
    </div>
  );
}
