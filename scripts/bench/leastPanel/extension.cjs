// The least that shows a response in VS Code: a request over node:http, a message, a page that puts its text into elements. The page's
// classes are those of Req's, so that one probe looks at both. It tells the bench's server a port, where it is told what to do; and it
// measures how long the process of the extensions, which Req shares, does not come to its events.
const http = require('node:http');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const vscode = require('vscode');

const bench = process.env.REQ_BENCH_SERVER;
/** Newest events of a stream that are posted to the page, and milliseconds between two posts. */
const [newest, frame] = [60, 16];

exports.activate = (context) => {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let panel;
  let page;
  let stream;
  const open = () => {
    if (page !== undefined) return page;
    panel = vscode.window.createWebviewPanel(
      'leastPanel',
      'Least',
      { viewColumn: vscode.ViewColumn.Two, preserveFocus: true },
      { enableScripts: true },
    );
    panel.onDidDispose(() => (page = undefined));
    page = new Promise((resolve) => panel.webview.onDidReceiveMessage(() => resolve(panel.webview)));
    panel.webview.html = html;
    return page;
  };
  const actions = {
    '/open': open,
    '/close': () => panel.dispose(),
    '/stream': async (rate) => {
      const webview = await open();
      stream = http.get(`${bench}/clock?rate=${rate}`, (response) => follow(response, webview));
    },
    '/stop': () => stream.destroy(),
    '/watch': () => {
      delay.reset();
      delay.enable();
    },
    '/longest': () => {
      delay.disable();
      return delay.max / 1e6;
    },
  };
  context.subscriptions.push(
    vscode.commands.registerCommand('leastPanel.send', async () => {
      const webview = await open();
      http.get(`${bench}/answer`, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (more) => (text += more));
        response.on('end', () => webview.postMessage({ body: JSON.stringify(JSON.parse(text), null, 2) }));
      });
    }),
  );
  const control = http.createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    Promise.resolve(actions[pathname](searchParams.get('rate'))).then(
      (result) => response.end(JSON.stringify(typeof result === 'number' ? result : null)),
      (error) => response.destroy(error),
    );
  });
  control.listen(0, '127.0.0.1', () => http.get(`${bench}/told?port=${control.address().port}`, (response) => response.resume()));
};

/** Posts the newest events once per frame. */
function follow(response, webview) {
  let rest = '';
  let rows = [];
  let timer;
  const flush = () => {
    timer = undefined;
    webview.postMessage({ rows: rows.slice(-newest) });
    rows = [];
  };
  response.setEncoding('utf8').on('data', (text) => {
    const parts = (rest + text).split('\n\n');
    rest = parts.pop();
    for (const part of parts) rows.push(part.slice('data: '.length));
    timer ??= setTimeout(flush, frame);
  });
  response.on('error', () => clearTimeout(timer));
}

const html = `<!DOCTYPE html>
<html>
<head><style>body { font: var(--vscode-editor-font-size) var(--vscode-editor-font-family); white-space: pre; height: 100vh; overflow: hidden; }</style></head>
<body>
<div class="lines"></div>
<div class="events"></div>
<script>
const api = acquireVsCodeApi();
const [lines, events] = [document.querySelector('.lines'), document.querySelector('.events')];
let body;
let rows = [];
let waits = false;
const row = (name, text) => Object.assign(document.createElement('div'), { className: name, textContent: text });
addEventListener('message', ({ data }) => {
  body = data.body;
  if (data.rows) rows = rows.concat(data.rows).slice(-40);
  if (!waits) requestAnimationFrame(draw);
  waits = true;
});
function draw() {
  waits = false;
  if (body !== undefined) lines.replaceChildren(...body.split('\\n').slice(0, 60).map((text) => row('row line', text)));
  events.replaceChildren(...rows.map((text) => row('row event', text)));
}
api.postMessage('ready');
</script>
</body>
</html>`;
