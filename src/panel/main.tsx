import { render } from 'preact';
import { connectHost } from './host.ts';
import { Panel } from './panel.ts';
import { App } from './view/app.tsx';
import './styles.css';

const root = document.getElementById('app');
if (root === null) throw new Error('the page has no #app');

const panel = new Panel(connectHost(), (draw) => requestAnimationFrame(draw));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) panel.cancel();
});
render(<App panel={panel} />, root);
