import { render } from 'preact';
import { useTexts } from '../base/l10n.ts';
import { connectHost } from './panelHost.ts';
import { Panel } from './panel.ts';
import type { FromEnvironmentPage, ToEnvironmentPage } from '../protocol/environmentMessages.ts';
import type { FromRunPage, ToRunPage } from '../protocol/runMessages.ts';
import { EnvironmentPage } from './environments/environmentPage.ts';
import { EnvironmentView } from './environments/environmentView.tsx';
import { RunPage } from './run/runPage.ts';
import { RunView } from './run/runView.tsx';
import { App } from './view/app.tsx';
import { keysOfBrowser } from './view/controls/keysOfBrowser.ts';
import { copyLines, selectAllOnKey } from './view/bodyTab/selection.ts';
import './styles.css';
import './header.css';
import './timeline.css';
import './results.css';
import './body.css';
import './run/run.css';
import './environments/environments.css';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no #app');

const { texts } = root.dataset;
if (texts !== undefined) useTexts(JSON.parse(texts) as Readonly<Record<string, string>>, document.documentElement.lang);
if (root.dataset['page'] === 'run') showRun(root);
else if (root.dataset['page'] === 'environments') showEnvironments(root);
else showResponse(root);

function showRun(into: HTMLElement): void {
  const host = connectHost<FromRunPage, ToRunPage>();
  const page = new RunPage((message) => host.send(message));
  host.onMessage((message) => page.receive(message));
  host.send({ type: 'ready' });
  render(<RunView page={page} />, into);
}

function showEnvironments(into: HTMLElement): void {
  const host = connectHost<FromEnvironmentPage, ToEnvironmentPage>();
  const page = new EnvironmentPage((message) => host.send(message));
  host.onMessage((message) => {
    if (message.type === 'table') host.keep({ folder: message.table.folder });
    page.receive(message);
  });
  host.send({ type: 'ready' });
  render(<EnvironmentView page={page} />, into);
}

function showResponse(into: HTMLElement): void {
  const panel = new Panel(connectHost(), (draw) => requestAnimationFrame(draw));
  document.addEventListener('keydown', (event) => {
    // Escape in a field cancels a run, but does not close the panel.
    const isTyped = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (isTyped) panel.cancel();
    else panel.leave();
  });
  document.addEventListener('keydown', selectAllOnKey);
  document.addEventListener('keydown', keysOfBrowser(panel));
  document.addEventListener('copy', copyLines);
  render(<App panel={panel} />, into);
}
