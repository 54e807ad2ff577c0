import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '../support/until.ts';
import { clickUntil } from './clickUntil.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf, type PanelView } from './panel.ts';
import { picture } from './picture.ts';

describe('a reply to the response of a model', () => {
  let server: http.Server;
  let session: Session;
  let panel: PanelView;
  let bodies: string[] = [];

  before(async () => {
    server = http.createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        bodies.push(body);
        if (request.url === '/stream') {
          response.setHeader('Content-Type', 'text/event-stream');
          for (const content of ['Hel', 'lo "{{you}}"'])
            response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`);
          return void response.end('data: [DONE]\n\n');
        }
        const content = [{ type: 'text', text: 'Good morning' }];
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ type: 'message', role: 'assistant', content }));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const chat = (path: string): string =>
      `### Chat\nPOST {{host}}/${path}\nContent-Type: application/json\n\n{"messages": [{"role": "user", "content": "{{first}}"}]}\n\n?? status == 200\n`;
    session = await openWorkbench({
      files: {
        'collection.req': `@host = ${url}\n@first = Hi\n`,
        'stream.req': chat('stream'),
        'guide.md': `- Ask:\n\n  \`\`\`req\n${chat('whole').replaceAll(/^(?=.)/gm, '  ')}  \`\`\`\n`,
        'plain.req': `### Plain\nGET {{host}}/whole\n`,
      },
    });
    panel = panelOf(session.workbench);
  });

  after(async () => {
    await session.close();
    server.closeAllConnections();
    server.close();
  });

  async function send(file: string): Promise<void> {
    bodies = [];
    await session.workbench.openFile(file);
    await clickUntil(session.workbench.codeLens(/Send/), () => bodies.length > 0);
    await panel.ended('/');
    await panel.openTab(/Text/);
  }

  const messagesOf = (body: string | undefined): unknown => (JSON.parse(body ?? '{}') as { messages?: unknown }).messages;

  it('is written below by a button, with the cursor in the empty message, and is sent only by the user', async () => {
    const { workbench } = session;
    await send('stream.req');
    await workbench.webview().getByText('lo "{{you}}"').waitFor();
    await panel.button(/^Reply…$/).click();
    await workbench.line('### Chat_2').first().waitFor();
    await workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await workbench.page.keyboard.type('And now?');
    await picture(workbench.page, 'reply-workbench');
    assert.equal(bodies.length, 1);
    await clickUntil(workbench.codeLens(/Send/).nth(1), () => bodies.length > 1);
    assert.deepEqual(messagesOf(bodies[1]), [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello "{{you}}"' },
      { role: 'user', content: 'And now?' },
    ]);
  });

  it('is written by a key, for a response without streaming in a fence of Markdown', async () => {
    const { workbench } = session;
    await send('guide.md');
    await workbench.webview().getByText('Good morning').click();
    await workbench.page.keyboard.press('Control+Alt+Y');
    // Chat_2 is in the other file.
    await workbench.line('### Chat_3').first().waitFor();
    await workbench.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await workbench.page.keyboard.type('Bye');
    await clickUntil(workbench.codeLens(/Send/).nth(1), () => bodies.length > 1);
    assert.deepEqual(messagesOf(bodies[1]), [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Good morning' },
      { role: 'user', content: 'Bye' },
    ]);
  });

  it('is refused with the reason if the request has no messages', async () => {
    const { workbench } = session;
    await send('plain.req');
    await panel.button(/^Reply…$/).click();
    await until('the reason is shown', async () =>
      workbench.page.getByText('Nothing was written: the body of "Plain" is not JSON in this file.').first().isVisible(),
    );
  });
});
