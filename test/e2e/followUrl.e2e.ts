import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';
import { picture } from './picture.ts';

const bodies: Readonly<Record<string, readonly [type: string, body: (url: string) => string]>> = {
  '/json': ['application/json', (url) => `{"next":"${url}/of-json"}`],
  '/xml': ['application/xml', (url) => `<a><next href="${url}/of-xml?a=1&amp;b=2"/></a>`],
  '/text': ['text/plain', (url) => `first\nSee ${url}/of-text (or not).\n`],
  '/markdown': ['text/markdown', () => '# Title\n\nSee [the next page](of-markdown).\n'],
  '/created': ['text/plain', () => ''],
};

describe('a URL of a response', () => {
  let server: http.Server;
  let url: string;
  let session: Session;
  let panel: PanelView;
  let asked: string[] = [];

  before(async () => {
    server = http.createServer((request, response) => {
      const target = request.url ?? '';
      asked.push(target);
      if (target === '/moved') return void response.writeHead(302, { Location: 'created' }).end();
      const [type, body] = bodies[target] ?? ['text/plain', () => 'nothing'];
      response.writeHead(200, { 'Content-Type': type, ...(target === '/created' ? { Location: '/of-header' } : {}) }).end(body(url));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = (name: string): string => `# @auth bearer tok\nGET ${url}/${name}\n`;
    session = await openWorkbench({
      files: {
        ...Object.fromEntries(['json', 'xml', 'text', 'markdown', 'created', 'moved'].map((name) => [`${name}.req`, file(name)])),
        'guide.md': `# Guide\n\n- First:\n\n  \`\`\`req\n  GET ${url}/text\n  \`\`\`\n\nEnd.\n`,
      },
    });
    panel = panelOf(session.workbench);
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  async function send(file: string, target: string): Promise<void> {
    asked = [];
    await session.workbench.openFile(file);
    await clickUntil(session.workbench.codeLens(/Send/), () => asked.includes(target));
    await panel.ended(target);
  }

  async function untilWritten(file: string, added: string): Promise<void> {
    const name = path.join(session.folder, file);
    await until(`${file} has a request of the URL: ${fs.readFileSync(name, 'utf8')}`, () => fs.readFileSync(name, 'utf8').includes(added));
    // Nothing is sent.
    assert.equal(asked.length, 1);
  }

  const link = (text: RegExp) => session.workbench.webview().getByRole('link', { name: text });

  it('in JSON writes a request with the same credentials below by a click, and sends nothing', async () => {
    await send('json.req', '/json');
    await panel.openTab(/Body/);
    await session.workbench.webview().locator('.token-url').click();
    await untilWritten('json.req', `/json\n\n### /of-json\n# @auth bearer tok\nGET ${url}/of-json\n`);
  });

  it('in XML is decoded, and works by keyboard', async () => {
    await send('xml.req', '/xml');
    await panel.openTab(/Body/);
    await link(/of-xml/).focus();
    await picture(session.workbench.page, 'url-xml');
    await session.workbench.page.keyboard.press('Enter');
    await untilWritten('xml.req', `### /of-xml\n# @auth bearer tok\nGET ${url}/of-xml?a=1&b=2\n`);
  });

  it('in a text ends before the marks around it', async () => {
    await send('text.req', '/text');
    await panel.openTab(/Body/);
    await link(/of-text/).click();
    await untilWritten('text.req', `### /of-text\n# @auth bearer tok\nGET ${url}/of-text\n`);
  });

  it('in rendered Markdown is resolved against the URL of the request', async () => {
    await send('markdown.req', '/markdown');
    await panel.openTab(/Body/);
    await clickUntil(panel.button(/^Preview$/), link(/the next page/));
    await link(/the next page/).click();
    await untilWritten('markdown.req', `### /of-markdown\n# @auth bearer tok\nGET ${url}/of-markdown\n`);
  });

  it('in a Location header does the same', async () => {
    await send('created.req', '/created');
    await panel.openTab(/Headers/);
    await panel.button(/of-header/).click();
    await untilWritten('created.req', `### /of-header\n# @auth bearer tok\nGET ${url}/of-header\n`);
  });

  it('of a redirect does the same', async () => {
    await send('moved.req', '/created');
    await panel.openTab(/Headers/);
    await panel.button(/\/created$/).click();
    await until('the request is written', () =>
      fs.readFileSync(path.join(session.folder, 'moved.req'), 'utf8').includes(`### /created\n# @auth bearer tok\nGET ${url}/created\n`),
    );
    assert.deepEqual(asked, ['/moved', '/created']);
  });

  it('writes the request into the fence of a Markdown file, with the same indentation', async () => {
    await send('guide.md', '/text');
    await panel.openTab(/Body/);
    await link(/of-text/).click();
    await untilWritten('guide.md', `  GET ${url}/text\n  \n  ### /of-text\n  GET ${url}/of-text\n  \`\`\`\n`);
  });
});
