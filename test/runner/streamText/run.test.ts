import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ollamaChat, openaiChat } from '../../support/apiStreams.ts';
import { sendRun } from '../../support/sendRun.ts';

describe('the text of a stream that was sent', () => {
  let server: http.Server;
  let url: string;
  before(async () => {
    server = http.createServer((request, response) => {
      const isLines = request.url === '/lines';
      response.setHeader('Content-Type', isLines ? 'application/x-ndjson' : 'text/event-stream');
      response.end((isLines ? ollamaChat : openaiChat).map((data) => (isLines ? `${data}\n` : `data: ${data}\n\n`)).join(''));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  it('is what assertions and scripts see; the body stays what came', async () => {
    const { tests, console, result } = await sendRun({
      'a.req': `GET ${url}/sse\n\n?? text == "Hello ☕"\n?? events.length == 11\n> {%\n  console.log(response.text);\n  console.log(response.body.slice(0, 6));\n%}\n`,
    });
    assert.equal(result.failure, undefined);
    assert.deepEqual(tests, ['+ text == "Hello ☕"', '+ events.length == 11']);
    assert.deepEqual(console, ['Hello ☕', 'data: ']);
  });

  it('is what a script gets of a stream that it sends', async () => {
    const { console, result } = await sendRun({
      'a.req': `### lines\n# @name lines\nGET ${url}/lines\n\n### main\n< {%\n  console.log((await tool.send("lines")).text);\n%}\nGET ${url}/sse\n`,
    });
    assert.equal(result.failure, undefined);
    assert.equal(console.at(-1), 'The sky');
  });
});
