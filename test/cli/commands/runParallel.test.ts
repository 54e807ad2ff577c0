import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeFolder, runReq, type Folder } from '../../support/command.ts';

describe('req run --parallel', () => {
  let folder: Folder;
  let server: http.Server;
  let url: string;
  let answer: (target: string, response: http.ServerResponse) => void;
  let targets: string[];

  beforeEach(async () => {
    folder = makeFolder();
    targets = [];
    server = http.createServer(({ url: target = '' }, response) => {
      targets.push(target);
      answer(target, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
    folder.remove();
  });

  it('does not mix the reports of files', async () => {
    let waiting: http.ServerResponse[] = [];
    // Responds to nothing until both files have asked.
    answer = (target, response) => {
      if (target === '/late') return void response.end('{}');
      waiting.push(response);
      if (waiting.length < 2) return;
      for (const held of waiting) held.end('{}');
      waiting = [];
    };
    folder.write('a.req', `### a1\nGET ${url}/a\n\n### a2\nGET ${url}/late\n`);
    folder.write('b.req', `### b1\nGET ${url}/b\n\n### b2\nGET ${url}/late\n`);
    const { code, stdout } = await runReq(['run', '.', '--parallel', '2'], { cwd: folder.path });
    assert.equal(code, 0, stdout);
    assert.deepEqual(
      stdout.match(/^(?:[ab]\.req|\s+✓ \w+)/gm)?.map((l) => l.trim()),
      ['a.req', '✓ a1', '✓ a2', 'b.req', '✓ b1', '✓ b2'],
    );
  });

  it('waits for a request of @ref that another file has begun to send', async () => {
    const login: http.ServerResponse[] = [];
    const early: http.ServerResponse[] = [];
    answer = (target, response) => {
      if (target === '/login') login.push(response);
      else if (target === '/early') early.push(response);
      else response.end('{}');
      if (login.length > 0) for (const held of early.splice(0)) held.end('{}');
      // By then, the second request of b.req has begun, which must not be sent yet.
      if (target === '/c9') for (const held of login) held.end('{"token":"t"}');
    };
    folder.write('a.req', `### Log in\n# @name login\nGET ${url}/login\n\n@token << body.token\n`);
    folder.write('b.req', `### b1\nGET ${url}/early\n\n### b2\n# @ref login\nGET ${url}/b/{{token}}\n`);
    const many = Array.from({ length: 10 }, (_, i) => `### c${i}\nGET ${url}/${i === 0 ? 'early' : `c${i}`}\n`);
    folder.write('c.req', many.join('\n'));
    const { code, stdout } = await runReq(['run', '.', '--parallel', '3'], { cwd: folder.path });
    assert.equal(code, 0, stdout);
    assert.equal(targets.at(-1), '/b/t');
    assert.equal(targets.filter((t) => t === '/login').length, 1);
  });
});
