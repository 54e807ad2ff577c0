import assert from 'node:assert/strict';
import { useTexts } from '../../../../src/base/l10n.ts';
import { readJson } from '../../../../src/base/json/json.ts';
import { applyEdits, type CodeAction, type FileEdits } from '../../../../src/language/index.ts';
import { fixAll, quickFixes } from '../../../../src/language/onDemand.ts';
import { inspect, type Around, type Inspected } from '../../../support/inspect.ts';
import { root } from '../../../support/memoryWorkspace.ts';
import { apiFixCases } from './apiFixCases.ts';
import { fixCases } from './fixCases.ts';

/** The text after each edit of this file; other files by their path under the root. */
interface Mended {
  readonly text: string;
  readonly around: Around;
  readonly files: Readonly<Record<string, string>>;
}

function mend({ view }: Inspected, text: string, around: Around, action: CodeAction): Mended {
  const files: Record<string, string> = {};
  let mended = text;
  for (const { file, edits, create } of action.edits) {
    if (file === view.file) mended = applyEdits(text, edits);
    else files[file.slice(root.length + 1)] = applyEdits(create === true ? '' : textOf(view, { file, edits }), edits);
  }
  const environments = files['http-client.env.json'];
  return {
    text: mended,
    files,
    around: {
      ...around,
      files: { ...around.files, ...files },
      ...(environments === undefined ? {} : { environments: JSON.parse(environments) as Record<string, unknown> }),
    },
  };
}

function textOf(view: Inspected['view'], { file }: FileEdits): string {
  const shared = view.collection.shared.find((s) => s.file === file)?.tree.text;
  return shared ?? view.collection.environmentFiles.find((f) => f.file === file)?.text ?? '';
}

const actionsOf = (r: Inspected, id: string): readonly CodeAction[] =>
  r
    .diagnostics()
    .filter((d) => d.id === id)
    .slice(0, 1)
    .flatMap((d) => quickFixes(r.view, d.range).filter((a) => a.mends?.id === id));

describe('quick fixes', () => {
  for (const { id, text, around = {}, titles, first } of [...fixCases, ...apiFixCases]) {
    it(`mend ${id}: ${JSON.stringify(text)}`, async () => {
      const r = await inspect(text, around);
      const actions = actionsOf(r, id);
      assert.deepEqual(
        actions.map((a) => a.title),
        titles,
      );
      for (const [i, action] of actions.entries()) {
        const mended = mend(r, text, around, action);
        if (i === 0) assert.equal(mended.text, first);
        const after = await inspect(mended.text, mended.around);
        const reported = r.diagnostics().filter((d) => d.id === id).length;
        assert.ok(
          after.diagnostics().filter((d) => d.id === id).length < reported,
          `${action.title}: ${after
            .diagnostics()
            .map((d) => d.message)
            .join()}`,
        );
        const errors = (x: Inspected): number => x.tree.diagnostics.filter((d) => d.severity === 'error').length;
        assert.ok(errors(after) <= errors(r), `${action.title} leaves the file without new errors`);
        assert.deepEqual(action.mends?.id, id);
      }
    });
  }

  for (const [environments, expected] of [
    ['{"dev": {}}', '{"dev": { "x": "" }}'],
    ['{"dev": {"a": 1}, "b": {}}', '{"dev": {"a": 1, "x": ""}, "b": {}}'],
    ['{\r\n  "dev": {\r\n    "a": [1]\r\n  }\r\n}', '{\r\n  "dev": {\r\n    "a": [1],\r\n    "x": ""\r\n  }\r\n}'],
  ] as const)
    it(`write into an environment file in its format: ${JSON.stringify(environments)}`, async () => {
      const around = { files: { 'http-client.env.json': environments }, environment: 'dev' };
      const r = await inspect('GET http://h/{{x}}', around);
      const action = actionsOf(r, 'undefined-variable').find((a) => a.title.includes('environment')) as CodeAction;
      const { files } = mend(r, r.tree.text, {}, { ...action, title: '' });
      assert.equal(files['http-client.env.json'], expected);
      assert.ok(readJson(expected).ok);
    });

  it('make the file that a definition needs', async () => {
    const r = await inspect('GET http://h/{{x}}');
    const action = actionsOf(r, 'undefined-variable').find((a) => a.title === 'Define x in collection.req');
    assert.deepEqual(action?.edits, [
      { file: `${root}/collection.req`, create: true, edits: [{ range: { start: 0, end: 0 }, newText: '@x = \n' }] },
    ]);
  });

  it('have titles in the language of the editor', async () => {
    useTexts({ 'Change {0} to {1}': '{0} in {1} ändern' });
    try {
      const text = '@user = ada\nGET http://h/{{usr}}\n';
      const { view } = await inspect(text);
      const at = text.indexOf('usr');
      assert.equal(quickFixes(view, { start: at, end: at })[0]?.title, 'usr in user ändern');
    } finally {
      useTexts({});
    }
  });

  it('are none where nothing is wrong, in an empty file, and beyond its end', async () => {
    assert.deepEqual(quickFixes((await inspect('GET http://h')).view, { start: 3, end: 3 }), []);
    assert.deepEqual(quickFixes((await inspect('')).view, { start: 0, end: 0 }), []);
    assert.deepEqual(quickFixes((await inspect('')).view, { start: 9, end: 9 }), []);
  });

  it('are those of the place alone, also beside other errors', async () => {
    const { view, offset } = await inspect('GET\nno header\n###\n# @nm|ae x\nGETT http://h\n###\nGET http://{{gone}}');
    assert.deepEqual(
      quickFixes(view, { start: offset, end: offset }).map((a) => a.title),
      ['Change nmae to name'],
    );
  });
});

describe('fixing everything at once', () => {
  it('makes only fixes that keep the meaning', async () => {
    const text = 'post http://h/#x\n\n{"a": "{{x}}"}\n###\nGETT http://h/{{y}}\n###\nGet http://h/#y\n';
    const { view } = await inspect(text, { variables: { x: '"' } });
    const action = fixAll(view) as CodeAction;
    assert.equal(
      applyEdits(text, action.edits[0]?.edits ?? []),
      'POST http://h/\n\n{"a": "{{x | json}}"}\n###\nGETT http://h/{{y}}\n###\nGET http://h/\n',
    );
    assert.equal(action.kind, 'source');
  });

  it('is not offered where there is nothing to do', async () => assert.equal(fixAll((await inspect('GETT http://h')).view), undefined));
});
