import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { applyEdits, listRequests, parse } from '../../../../src/language/index.ts';
import { moveRequests } from '../../../../src/language/onDemand.ts';
import { moved, viewIn } from '../../../support/moved.ts';
import { runs } from '../../../support/runs.ts';

const three = '### A\nGET http://a\n\n### B\n# note\nPOST http://b\n\nbody\n\n?? status == 200\n\n### C\nGET http://c\n';

describe('moving requests in their file', () => {
  const reordered = async (text: string, numbers: readonly number[], before?: number): Promise<string> => {
    const result = await moved({ 'a.req': text }, ['a.req', ...numbers], ['a.req', before]);
    return typeof result === 'string' ? result : (result.texts['a.req'] ?? '');
  };

  it('moves the whole block, with its comments and assertions', async () => {
    assert.equal(
      await reordered(three, [2], 1),
      '### B\n# note\nPOST http://b\n\nbody\n\n?? status == 200\n\n### A\nGET http://a\n\n### C\nGET http://c\n',
    );
    assert.equal(
      await reordered(three, [1], undefined),
      '### B\n# note\nPOST http://b\n\nbody\n\n?? status == 200\n\n### C\nGET http://c\n\n### A\nGET http://a\n',
    );
    assert.equal(
      await reordered(three, [3], 2),
      '### A\nGET http://a\n\n### C\nGET http://c\n\n### B\n# note\nPOST http://b\n\nbody\n\n?? status == 200\n',
    );
  });

  it('changes nothing where the order stays', async () => {
    for (const [numbers, before] of [
      [[1], 1],
      [[1], 2],
      [[3], undefined],
      [[1, 2, 3], 2],
    ] as const)
      assert.equal(await reordered(three, numbers, before), 'nothing');
  });

  it('moves several at once in their order', async () => {
    assert.equal(
      await reordered('### A\nGET http://a\n\n### B\nGET http://b\n\n### C\nGET http://c\n', [3, 1], 2),
      '### A\nGET http://a\n\n### C\nGET http://c\n\n### B\nGET http://b\n',
    );
  });

  it('leaves the definitions at the top of the file where they are', async () => {
    assert.equal(
      await reordered('# all\n@host = http://h\n\n# mine\nGET {{host}}/a\n\n###\nGET {{host}}/b\n', [1], undefined),
      '# all\n@host = http://h\n\n###\nGET {{host}}/b\n\n###\n\n# mine\nGET {{host}}/a\n',
    );
    assert.equal(
      await reordered('@host = http://h\n\nGET {{host}}/a\n\n###\nGET {{host}}/b\n', [2], 1),
      '@host = http://h\n\n###\nGET {{host}}/b\n\n###\n\nGET {{host}}/a\n',
    );
  });

  it('does not make a block of directives the one that applies to all requests', async () => {
    const text = '### A\nGET http://a\n\n### only notes\n# @timeout 1s\n\n### B\nGET http://b\n';
    const after = await reordered(text, [1], undefined);
    assert.equal(parse(after).blocks[0]?.directives.length, 0);
    assert.deepEqual(
      listRequests(parse(after)).map((r) => r.title),
      ['B', 'A'],
    );
  });

  it('keeps line breaks as CRLF', async () => {
    assert.equal(
      await reordered('###\r\nGET http://a\r\n\r\n###\r\nGET http://b', [1]),
      '###\r\nGET http://b\r\n\r\n###\r\nGET http://a\r\n',
    );
  });

  it('keeps all requests and their order otherwise, for any file', async () => {
    const block = fc.constantFrom(
      '### A\nGET http://a\n\n',
      '###\nGET http://x\n',
      '### B\n# @name b\n\nPOST http://b\n\n{"a": 1}\n\n\n',
      '### notes\n# none\n',
      '### C\nPOST http://c\n\nspaces  \n \t\n',
      '### D\nPOST http://d\n\nanother space\u00a0\n\n',
      '###\n@v = 1\nGET http://v/{{v}}\n\n?? status == 200\n\n',
    );
    const head = fc.constantFrom('', '@host = 1\n\n', '# @timeout 3s\n\n', 'GET http://first\n\n', '@h = 1\nGET http://first\n');
    await fc.assert(
      fc.asyncProperty(head, fc.array(block, { minLength: 1, maxLength: 5 }), fc.nat(4), fc.nat(5), async (top, blocks, one, before) => {
        const text = top + blocks.join('');
        const view = await viewIn({ 'a.req': text }, 'a.req');
        const requests = listRequests(view.tree);
        const picked = requests[one];
        if (picked === undefined) return;
        const target = requests[before]?.block;
        const result = moveRequests({ from: view, blocks: [picked.block], to: view, before: target });
        if (result.kind !== 'move') return;
        const after = parse(applyEdits(text, result.files[0]?.edits ?? []));
        const rest = requests.filter((r) => r !== picked);
        const at = target === undefined ? rest.length : rest.findIndex((r) => r.block === target);
        const lines = (list: typeof requests): readonly string[] =>
          list.map((r) => `${r.title} ${r.method} ${r.urlTemplate} ${r.block.body?.text.text}`);
        assert.deepEqual(lines(listRequests(after)), lines([...rest.slice(0, at), picked, ...rest.slice(at)]));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('moving requests to another file', () => {
  it('removes the whole block and adds it before a request, or at the end', async () => {
    const files = { 'a.req': three, 'b.req': '@x = 1\n\n### D\nGET http://d\n' };
    assert.deepEqual(await moved(files, ['a.req', 2], ['b.req', 1]), {
      texts: {
        'a.req': '### A\nGET http://a\n\n### C\nGET http://c\n',
        'b.req': '@x = 1\n\n### B\n# note\nPOST http://b\n\nbody\n\n?? status == 200\n\n### D\nGET http://d\n',
      },
      effects: {},
    });
    assert.deepEqual(await moved(files, ['a.req', 1, 3], ['b.req']), {
      texts: {
        'a.req': '### B\n# note\nPOST http://b\n\nbody\n\n?? status == 200\n',
        'b.req': '@x = 1\n\n### D\nGET http://d\n\n### A\nGET http://a\n\n### C\nGET http://c\n',
      },
      effects: {},
    });
  });

  it('fills an empty file', async () => {
    const files = { 'a.req': '### A\r\nGET http://a\r\n', 'b.req': '\n\n' };
    assert.deepEqual(await moved(files, ['a.req', 1], ['b.req']), {
      texts: { 'a.req': '', 'b.req': '### A\r\nGET http://a\r\n' },
      effects: {},
    });
  });

  it('keeps the files that the request names', async () => {
    const files = {
      'x/a.req': '### A\n# @cacert ca.pem\nPOST http://a\n\n< ./body.json\n\n> ../check.js\n\n<> /abs/r.json\n',
      'y/z/b.req': '',
    };
    assert.deepEqual(await moved(files, ['x/a.req', 1], ['y/z/b.req']), {
      texts: {
        'x/a.req': '',
        'y/z/b.req': '### A\n# @cacert ../../x/ca.pem\nPOST http://a\n\n< ../../x/body.json\n\n> ../../check.js\n\n<> /abs/r.json\n',
      },
      effects: {},
    });
  });

  it('leaves references alone that still find the request', async () => {
    const files = {
      'a.req': '### login\nGET http://l\n\n### A\n# @ref login\nGET http://a/{{login.response.body.id}}\n',
      'b.req': '### B\n# @ref login\nGET http://b\n',
    };
    assert.deepEqual(await moved(files, ['a.req', 1], ['b.req']), {
      texts: {
        'a.req': '### A\n# @ref login\nGET http://a/{{login.response.body.id}}\n',
        'b.req': '### B\n# @ref login\nGET http://b\n\n### login\nGET http://l\n',
      },
      effects: {},
    });
  });

  it('renames a request whose name another file has, with its references', async () => {
    const files = {
      'a.req':
        '###\n# @name login\nGET http://l/{{login.response.status}}\n\n### A\n# @ref login\nGET http://a/{{login.response.body.id}}\n',
      'b.req': '###\n# @name login\nGET http://other\n\n###\n# @ref login\nGET http://b\n',
    };
    assert.deepEqual(await moved(files, ['a.req', 1], ['b.req']), {
      texts: {
        'a.req': '### A\n# @ref login_2\nGET http://a/{{login_2.response.body.id}}\n',
        'b.req':
          '###\n# @name login\nGET http://other\n\n###\n# @ref login\nGET http://b\n\n###\n# @name login_2\nGET http://l/{{login_2.response.status}}\n',
      },
      effects: { renamed: [{ name: 'login', newName: 'login_2' }] },
    });
  });

  it('reports variables that are not defined there, and those that others need', async () => {
    const files = {
      'a.req': '@host = http://h\n\n### A\n@id = 1\nGET {{host}}/{{id}}/{{everywhere}}\n\n### B\nGET {{host}}/{{id}}\n',
      'b.req': '### D\nGET http://d\n',
      'collection.req': '@everywhere = 2\n',
    };
    const result = await moved(files, ['a.req', 1], ['b.req']);
    assert.ok(typeof result === 'object');
    assert.deepEqual(result.effects, { missing: ['host'], needed: ['id'], changed: ['A'] });
  });

  it('reports a request that would be sent differently', async () => {
    const files = {
      'a.req': '# @timeout 1s\n\n### A\nGET http://a\n\n### B\nGET http://b\n',
      'x/folder.req': 'X-Folder: 1\n',
      'x/b.req': '',
      'c.req': '# @timeout 1s\n\n### C\nGET http://c\n',
    };
    const there = await moved(files, ['a.req', 1, 2], ['x/b.req']);
    const same = await moved(files, ['a.req', 1, 2], ['c.req']);
    assert.ok(typeof there === 'object' && typeof same === 'object');
    assert.deepEqual([there.effects, same.effects], [{ changed: ['A', 'B'] }, {}]);
  });

  it('reports references that another collection does not find', async () => {
    const files = {
      'x/collection.req': '',
      'x/a.req': '### login\nGET http://l\n\n### A\n# @ref login\nGET http://a\n',
      'y/collection.req': '',
      'y/b.req': '### login\nGET http://d\n',
    };
    const result = await moved(files, ['x/a.req', 1], ['y/b.req']);
    assert.ok(typeof result === 'object');
    assert.deepEqual(result.effects, { dangling: ['login'] });
  });
});
