import { isRunning } from '../../model/runModel.ts';
import type { Panel } from '../../panel.ts';

/**
 * Handles the key binding of Compare in a browser, where VS Code leaves all keys with Ctrl and C to the page because of
 * Copy. On the desktop, VS Code handles them.
 */
export function keysOfBrowser(panel: Panel): (event: KeyboardEvent) => void {
  return (event) => {
    const { code, altKey, shiftKey, ctrlKey, metaKey, defaultPrevented } = event;
    if (code !== 'KeyC' || !altKey || shiftKey || ctrlKey === metaKey || defaultPrevented) return;
    // With AltGr, the key types a letter.
    if (event.getModifierState('AltGraph') || navigator.userAgent.includes('Electron/')) return;
    const run = panel.run.value;
    if (run === null || isRunning(run)) return;
    event.preventDefault();
    panel.send({ type: 'compare', runId: run.started.runId });
  };
}
