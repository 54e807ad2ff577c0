import type { FromPanel } from '../../../src/protocol/messages.ts';
import { GalleryEditor } from './editor.ts';
import { scenarios } from './scenarios.ts';
import { applyTheme, themes, type ThemeName } from './themes.ts';

declare global {
  interface Window {
    gallery: GalleryEditor;
    acquireVsCodeApi: () => unknown;
    /** What the content security policy stopped. */
    violations: string[];
  }
}

const parameters = new URLSearchParams(location.search);
const theme = parameters.get('theme') ?? 'dark';
const play = scenarios[parameters.get('scenario') ?? 'json'] ?? (() => undefined);

window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
applyTheme(theme in themes ? (theme as ThemeName) : 'dark');

const editor = new GalleryEditor(play);
window.gallery = editor;
window.acquireVsCodeApi = () => ({
  // As in the editor, messages are copies and come later.
  postMessage: (message: FromPanel) => {
    const copy = structuredClone(message);
    setTimeout(() => editor.receive(copy));
  },
  getState: (): unknown => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
  setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
});

if (location.pathname === '/') {
  for (const name of Object.keys(themes)) {
    for (const scenario of Object.keys(scenarios)) {
      const link = document.createElement('a');
      link.href = `/page?theme=${name}&scenario=${scenario}`;
      link.textContent = `${name} ${scenario}`;
      document.body.append(link, document.createElement('br'));
    }
  }
}
