import { isRunning } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';

/**
 * Compares by the key of that. In a browser VS Code leaves a page all keys with Ctrl and C, as Copy is one of them; on the desktop it
 * takes them, and what is bound to them there.
 */
export function keysOfBrowser(panel: Panel): (event: KeyboardEvent) => void {
  return (event) => {
    const { code, altKey, shiftKey, ctrlKey, metaKey, defaultPrevented } = event;
    if (code !== 'KeyC' || !altKey || shiftKey || ctrlKey === metaKey || defaultPrevented) return;
    // With AltGr it is a letter.
    if (event.getModifierState('AltGraph') || navigator.userAgent.includes('Electron/')) return;
    const run = panel.run.value;
    if (run === null || isRunning(run)) return;
    event.preventDefault();
    panel.send({ type: 'compare', runId: run.started.runId });
  };
}
