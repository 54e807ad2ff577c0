import type { FromPanel } from '../../../src/protocol/messages.ts';
import { GalleryEditor } from './editor.ts';
import { environmentTables } from './environments.ts';
import { runs } from './runs.ts';
import { scenarios } from './scenarios.ts';
import { applyTheme, themes, type ThemeName } from './themes.ts';

declare global {
  interface Window {
    gallery: GalleryEditor;
    acquireVsCodeApi: () => unknown;
    /** Violations of the content security policy. */
    violations: string[];
    /** Messages from the page of environments. */
    sent: unknown[];
  }
}

const parameters = new URLSearchParams(location.search);
const theme = parameters.get('theme') ?? 'dark';
const scenario = parameters.get('scenario') ?? 'json';
const play = scenarios[scenario] ?? (() => undefined);
const run = runs[scenario];
const table = environmentTables[scenario];

window.violations = [];
window.sent = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
applyTheme(theme in themes ? (theme as ThemeName) : 'dark');

const editor = new GalleryEditor(play);
window.gallery = editor;
window.acquireVsCodeApi = () => ({
  // As in the editor, messages are copies and come later.
  postMessage: (message: FromPanel) => {
    const copy = structuredClone(message);
    if (table !== undefined) {
      window.sent.push(copy);
      if (copy.type === 'ready') window.postMessage({ type: 'table', table }, '*');
    } else if (run === undefined) setTimeout(() => editor.receive(copy));
    else if (copy.type === 'ready') window.postMessage({ type: 'run', run }, '*');
  },
  getState: (): unknown => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
  setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
});

const app = document.getElementById('app');
if (app !== null && run !== undefined) app.dataset['page'] = 'run';
if (app !== null && table !== undefined) app.dataset['page'] = 'environments';

if (location.pathname === '/') {
  for (const name of Object.keys(themes)) {
    for (const offered of [...Object.keys(scenarios), ...Object.keys(runs), ...Object.keys(environmentTables)]) {
      const link = document.createElement('a');
      link.href = `/page?theme=${name}&scenario=${offered}`;
      link.textContent = `${name} ${offered}`;
      document.body.append(link, document.createElement('br'));
    }
  }
}
