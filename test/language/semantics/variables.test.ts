import assert from 'node:assert/strict';
import { costsNoMore } from '../../support/growsLinearly.ts';
import { inspect, type Around } from '../../support/inspect.ts';

const body = async (file: string, around: Around = {}): Promise<string> => (await inspect(file, around)).body();
const post = 'POST http://h\nContent-Type: text/plain\n\n';

describe('precedence', () => {
  // Each of these knows x; the layers are taken away one by one, the highest first.
  const everything = {
    answers: { x: 'prompt' },
    variables: { x: 'script' },
    file: '@x = file\n',
    files: {
      'sub/folder.req': '@x = inner folder\n',
      'folder.req': '@x = outer folder\n',
      'collection.req': '@x = collection\n',
    } as Record<string, string>,
    environments: { dev: { x: 'environment' }, $shared: { x: 'shared' } } as Record<string, unknown>,
  };
  const expected = ['prompt', 'script', 'file', 'inner folder', 'outer folder', 'environment', 'collection', 'shared'];

  for (const [gone, winner] of expected.entries()) {
    it(`${winner} overrides ${expected.slice(gone + 1).join(', ') || 'nothing'}`, async () => {
      const has = (name: string): boolean => expected.indexOf(name) >= gone;
      const files = Object.fromEntries(Object.entries(everything.files).filter(([, text]) => has(text.slice(5, -1))));
      const around: Around = {
        at: 'sub/a.req',
        files,
        environment: 'dev',
        environments: { ...(has('environment') ? { dev: { x: 'environment' } } : { dev: {} }), $shared: { x: 'shared' } },
        ...(has('prompt') ? { answers: everything.answers } : {}),
        ...(has('script') ? { variables: everything.variables } : {}),
      };
      assert.equal(await body(`${has('file') ? everything.file : ''}${post}{{x}}`, around), winner);
    });
  }

  it('of $shared holds where no environment is chosen', async () => {
    assert.equal(await body(`${post}{{x}}`, { environments: { dev: { x: 1 }, $shared: { x: 'shared' } } }), 'shared');
  });

  it('shows which values a name hides, in order, with their places', async () => {
    const r = await inspect(`@x = file\nGET http://h/{{|x}}`, {
      variables: { x: 'script' },
      environments: { dev: { x: 'env' }, $shared: { x: 'shared' } },
      environment: 'dev',
    });
    const hover = r.hover() ?? '';
    assert.match(hover, /```text\nscript\n```\n\nFrom the script of \*\*setup\*\*/);
    assert.match(
      hover,
      /Hides:\n- a\.req:1 = `file`\n- environment \*\*dev\*\*, http-client\.env\.json:3 = `env`\n- every environment \(`\$shared`\), http-client\.env\.json:6 = `shared`/,
    );
  });
});

describe('an evaluation', () => {
  it('has no accessors, with which V8 would keep each one, and all that it sees, until the next full collection of garbage', async () => {
    const r = await inspect(`@a = 1\n${post}{{a}}`);
    const [block] = r.view.tree.blocks;
    assert.ok(block);
    for (const made of [r.evaluation(), r.view.look(block).evaluation])
      for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(made))) assert.notEqual(value, undefined, name);
  });
});

describe('the definitions of a file', () => {
  it('see those above them; a later one does not change them', async () => {
    assert.equal(await body(`@a = 1\n@b = {{a}}-{{a}}\n@a = 2\n${post}{{a}} {{b}}`), '2 1-1');
  });

  it('do not see those below them', async () => {
    const r = await inspect(`@b = {{a}}\n@a = 1\n${post}{{b}}`);
    assert.deepEqual(r.problems(), [
      '{{b}}: b (a.req:1): a is defined further down, and a definition uses only the definitions above it. Move the definition of a up.',
    ]);
  });

  it('hold across requests: a request sees the nearest above it', async () => {
    const text = `@a = 1\n${post}{{a}}\n###\n@a = 2\n${post}{{a}}\n###\n${post}{{a}}\n`;
    const answers = [];
    for (const i of [0, 1, 2]) {
      const parts = text.split('POST');
      parts[i + 1] = `|${parts[i + 1] ?? ''}`;
      answers.push(await body(parts.join('POST')));
    }
    assert.deepEqual(answers, ['1', '2', '2']);
  });

  it('apply from below if there is none above, with a hint', async () => {
    const r = await inspect(`|${post}{{a}}\n###\n@a = 1\n###\n@a = 2\n`);
    assert.equal(r.body(), '1');
    assert.deepEqual(r.said(), ['defined-below hint "{{a}}"', 'unused-variable hint "a"']);
  });

  it('can have any name without braces, brackets, quotes and pipes, and end at their last character', async () => {
    assert.equal(
      await body(
        `@größe-1_$ =  a b \t\n@with.dot=x\n@empty =\n@eq = a=b\n${post}<{{größe-1_$}}|{{with.dot}}|{{empty}}|{{eq}}>`.replaceAll('|', '/'),
      ),
      '<a b/x//a=b>',
    );
  });

  it('are distinguished by case', async () => assert.equal(await body(`@a = 1\n@A = 2\n${post}{{a}}{{A}}`), '12'));

  it('that refer to themselves mean the hidden value', async () => {
    assert.equal(await body(`@x = {{x}}!\n${post}{{x}}`, { environments: { $shared: { x: 'env' } } }), 'env!');
    assert.equal(await body(`@x = a\n@x = {{x}}b\n@x = {{x}}c\n${post}{{x}}`), 'abc');
    assert.deepEqual((await inspect(`@x = {{x}}\n${post}{{x}}`)).problems(), ["{{x}}: The variable's definition refers to itself: x → x"]);
    assert.deepEqual((await inspect(`@x.y = {{x.y}}\n${post}{{x.y | default "d"}}`)).problems(), [
      `{{x.y | default "d"}}: The variable's definition refers to itself: x.y → x.y`,
    ]);
  });

  it('keep the type of a placeholder that is all of them', async () => {
    const r = await inspect(`@copy = {{n}}\n@list = {{l}}\nPOST http://h\n\n[{{copy}}, {{list[1].k}}, {{list.length}}]`, {
      variables: { n: 5, l: [1, { k: true }] },
    });
    assert.equal(r.body(), '[5, true, 2]');
    assert.match((await inspect('@copy = {{n}}\nGET http://h/{{|copy}}', { variables: { n: 5 } })).hover() ?? '', /number/);
  });

  it('that are JSON objects or arrays are values, with placeholders in them', async () => {
    const variables = { n: 5, quote: 'say "hi" \\ \n', o: { k: 1 } };
    const file = `@a = {"n": {{n}}, "t": "{{n}}", "q": "{{quote}}", "o": {{o}}, "k{{n}}": [true, null]}\nPOST http://h\n\n`;
    const value = { n: 5, t: '5', q: 'say "hi" \\ \n', o: { k: 1 }, k5: [true, null] };
    assert.deepEqual(JSON.parse(await body(`${file}{{a}}`, { variables })), value);
    assert.equal(await body(`${file}{{a.n}} {{a.k5[0]}} {{a.q}}`, { variables }), `5 true ${variables.quote}`);
  });

  it('cannot get a property that is only in the text of a value', async () => {
    const r = await inspect('@a = {"name": "{{x}}"}\nPOST http://h\n\n{{a}}', { variables: { x: 'Ada", "admin": true, "y": "' } });
    assert.deepEqual(JSON.parse(r.body()), { name: 'Ada", "admin": true, "y": "' });
  });

  it('that only look like JSON are text', async () => {
    assert.equal(
      await body(`@a = {not json}\n@b = [1, 2\n@c = "x"\n@d = 1.50\n@e = {{{x}}}\n${post}{{a}} {{b}} {{c}} {{d}} {{e}}`, {
        variables: { x: 'y' },
      }),
      '{not json} [1, 2 "x" 1.50 {y}',
    );
  });

  it('that begin with a placeholder are text, even where its value is JSON', async () => {
    assert.equal(
      await body(`@a = {{x}}\n@b = {{x}} \n@c = {{x}}{{y}}\n${post}{{a}} {{c}}`, { variables: { x: '{"a": 1', y: '}' } }),
      '{"a": 1 {"a": 1}',
    );
  });

  it('keep an escape as braces', async () =>
    assert.equal(await body(`@a = \\{{x}}\n@b = \\{\\{x\\}\\}\n${post}{{a}} {{b}}`), '{{x}} {{x}}'));

  it('of names that begin with $ are never reached', async () => {
    const r = await inspect(`@$uuid = mine\n@$env.A = mine\n${post}{{$uuid}} {{$env.A}}`, { env: { A: 'theirs' } });
    assert.equal(r.body(), '00000000-0000-4000-8000-000000000001 theirs');
  });
});

describe('environments', () => {
  it('keep the types of their JSON', async () => {
    const environments = { dev: { n: 5, b: false, z: null, l: [1, 'x'], o: { k: { d: 1.5 } } } };
    assert.equal(
      await body(`POST http://h\n\n[{{n}}, {{b}}, {{z}}, {{l}}, {{o}}, {{o.k.d}}]`, { environments, environment: 'dev' }),
      '[5, false, null, [1,"x"], {"k":{"d":1.5}}, 1.5]',
    );
  });

  it('can refer to each other to any depth', async () => {
    const chain: Record<string, unknown> = { v0: 'end' };
    for (let i = 1; i <= 20_000; i++) chain[`v${i}`] = `{{v${i - 1}}}`;
    assert.equal(await body(`${post}{{v20000}}`, { environments: { dev: chain }, environment: 'dev' }), 'end');
  });

  it('that refer to themselves mean the hidden value in another file, and then in $shared', async () => {
    const around: Around = {
      at: 'sub/a.req',
      environment: 'dev',
      privateEnvironments: { dev: { x: '{{x}}, private' } },
      environments: { dev: { x: '{{x}}, far' }, $shared: { x: 'shared' } },
      files: { 'sub/http-client.env.json': '{"dev": {"x": "{{x}}, near"}}' },
    };
    assert.equal(await body(`${post}{{x}}`, around), 'shared, far, private, near');
  });

  it('can refer to each other inside objects and lists', async () => {
    const environments = {
      dev: { host: 'h', port: 8080, urls: { base: 'http://{{host}}:{{port}}', all: ['{{urls2.x}}'] }, urls2: { x: '{{port}}' } },
    };
    assert.equal(
      await body(`POST http://h\n\n[{{urls.all}}, "{{urls.base}}"]`, { environments, environment: 'dev' }),
      '[[8080], "http://h:8080"]',
    );
  });

  for (const [name, values, asked, circle] of [
    ['of two', { a: '{{b}}', b: '{{a}}' }, 'a', 'a → b → a'],
    ['of one', { a: 'x{{a}}' }, 'a', 'a → a'],
    ['of three, entered from outside', { x: '{{a}}', a: '{{b}}', b: '{{c}}', c: '{{a}}' }, 'x', 'a → b → c → a'],
    ['inside an object', { a: { k: '{{b}}' }, b: ['{{a.k}}'] }, 'a', 'a → b → a'],
    ['behind what is defined', { ok: '1', a: '{{ok}}{{b}}', b: '{{ok}}{{a}}' }, 'a', 'a → b → a'],
  ] as const) {
    it(`name a circle ${name}: ${circle}`, async () => {
      const r = await inspect(`${post}{{${asked}}}`, { environments: { dev: values }, environment: 'dev' });
      assert.equal(r.problems().length, 1);
      assert.ok(r.problems()[0]?.endsWith(`The variable's definition refers to itself: ${circle}`), r.problems()[0]);
    });
  }

  it('name a circle of thousands without exhausting the stack', async () => {
    const values: Record<string, unknown> = {};
    for (let i = 0; i < 5000; i++) values[`v${i}`] = `{{v${(i + 1) % 5000}}}`;
    const r = await inspect(`${post}{{v0}} {{v1}}`, { environments: { dev: values }, environment: 'dev' });
    assert.equal(r.problems().length, 2);
    assert.match(r.problems()[0] ?? '', /v0 → v1 → v2 .* → v4999 → v0$/);
  });

  const nested: Around = {
    at: 'api/v1/a.req',
    environment: 'dev',
    files: {
      'collection.req': '',
      'http-client.env.json': '{"dev": {"a": "root", "b": "root", "c": "root"}, "live": {}, "$shared": {"s": "shared"}}',
      'api/http-client.env.json': '{"dev": {"b": "api", "c": "api"}, "test": {}}',
      'api/v1/http-client.env.json': '{"dev": {"c": "v1"}}',
    },
  };

  it('of the nearest folder win, for each key', async () =>
    assert.equal(await body(`${post}{{a}} {{b}} {{c}} {{s}}`, nested), 'root api v1 shared'));

  it('of the private file win in their folder', async () => {
    const files = {
      'http-client.env.json': '{"dev": {"a": "public", "b": "public"}}',
      'http-client.private.env.json': '{"dev": {"b": "private"}}',
      'sub/http-client.env.json': '{"dev": {"b": "nearer"}}',
    };
    assert.equal(await body(`${post}{{a}} {{b}}`, { files, environment: 'dev' }), 'public private');
    assert.equal(await body(`${post}{{a}} {{b}}`, { files, environment: 'dev', at: 'sub/a.req' }), 'public nearer');
  });

  it('are listed once each, those of the root first, $shared not', async () => {
    const r = await inspect('GET http://h', nested);
    assert.deepEqual(r.contextOf(r.tree.blocks[0]!).collection.environments, ['dev', 'live', 'test']);
  });

  it('that are not chosen are not there', async () => {
    assert.deepEqual((await inspect(`${post}{{a}}`, { environments: { dev: { a: 1 } } })).problems(), [
      '{{a}}: a is not defined. The environment dev defines it: choose it, or define it as `@a = …`.',
    ]);
  });

  for (const [name, text, message] of [
    ['is not JSON', '{"dev": {"a": 1,}}', 'This is not JSON: a key in double quotes is missing.'],
    ['is no object', '[1]', 'An environment file is an object of environments: {"dev": {"host": "…"}}.'],
    ['has an environment that is none', '{"dev": 1, "live": {"a": 2}}', 'The environment "dev" must be an object of variables.'],
  ] as const) {
    it(`a file that ${name} is reported, with its place`, async () => {
      const r = await inspect('GET http://h', { files: { 'http-client.env.json': text } });
      const [file] = r.contextOf(r.tree.blocks[0]!).collection.environmentFiles;
      assert.equal(file?.problem?.message, message);
      assert.equal(file?.problem?.line, 1);
    });
  }
});

describe('shared files', () => {
  it('see the variables of every layer at the request, and each other', async () => {
    const files = { 'collection.req': '@base = {{scheme}}://{{name}}\n@late = {{name}}!\n', 'sub/folder.req': '@name = {{env}}.example\n' };
    const around: Around = { at: 'sub/a.req', files, environments: { dev: { env: 'dev' } }, environment: 'dev' };
    assert.equal(await body(`@scheme = http\n${post}{{base}} {{late}}`, around), 'http://dev.example dev.example!');
  });

  it('add missing headers to a request, the inner before the outer', async () => {
    const files = {
      'collection.req': 'Accept: collection\nX-A: collection\nX-B: {{x}}\n',
      'sub/folder.req': 'x-a: folder\nX-C: 1\nX-C: 2\n',
    };
    const r = await inspect('GET http://h\naccept: own', { at: 'sub/a.req', files, variables: { x: 'filled' } });
    assert.deepEqual(r.sent().headers, [
      ['accept', 'own'],
      ['x-a', 'folder'],
      ['X-C', '1'],
      ['X-C', '2'],
      ['X-B', 'filled'],
    ]);
  });

  it('above the root of the collection do not count', async () => {
    const files = {
      'folder.req': 'X-Outer: 1\n@a = outer\n',
      'http-client.env.json': '{"$shared": {"b": 1}}',
      'sub/collection.req': '@c = 1\n',
    };
    const r = await inspect(`${post}{{a}} {{b}} {{c}}`, { at: 'sub/a.req', files });
    assert.equal(r.problems().length, 2);
  });
});

describe('the cost of a placeholder', () => {
  it('does not grow with the number of variables around it', async () => {
    const lookingUp = async (count: number): Promise<() => void> => {
      const variables = Object.fromEntries(Array.from({ length: count }, (_, i) => [`v${i}`, { big: 'x'.repeat(100), i }]));
      const r = await inspect('GET http://h/{{v1.i}}', { variables, environments: { dev: variables }, environment: 'dev' });
      const evaluation = r.evaluation();
      return () => {
        for (let i = 0; i < 200; i++) evaluation.named('v1');
      };
    };
    costsNoMore(await lookingUp(10_000), await lookingUp(10), 20);
  });
});
