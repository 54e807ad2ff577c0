import { render } from 'preact';
import { connectHost } from './host.ts';
import { Panel } from './panel.ts';
import { App } from './view/app.tsx';
import './styles.css';
import './header.css';
import './timeline.css';
import './results.css';
import './body.css';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no #app');

const panel = new Panel(connectHost(), (draw) => requestAnimationFrame(draw));
document.addEventListener('keydown', (event) => {
  // What is typed into may use it too, for less than leaving.
  const isTyped = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  if (isTyped) panel.cancel();
  else panel.leave();
});
render(<App panel={panel} />, root);
