import assert from 'node:assert/strict';
import { makeFolder, runReq, type Folder } from '../support/command.ts';
import {
  forms,
  nameOf,
  positionsOf,
  precedenceAnswer,
  precedenceCases,
  precedenceFiles,
  probeFile,
  requestNameOf,
  type PrecedenceCase,
  type SentPositions,
} from '../support/precedence.ts';
import { startRecorder, type Recorder } from '../support/recorder.ts';

interface Shown {
  readonly name: string;
  readonly request: {
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: { readonly text?: string } | null;
  };
  readonly tests: readonly { readonly name: string; readonly passed: boolean; readonly message: string | null }[];
  readonly error: unknown;
}

const env = { PRECEDENCE: 'of-process', REQ_SECRET_PRECEDENCE: 'of-secret' };

describe('the order of precedence, by the command', () => {
  let recorder: Recorder;
  let folder: Folder;

  before(async () => {
    recorder = await startRecorder(precedenceAnswer);
    folder = makeFolder();
  });
  after(async () => {
    folder.remove();
    await recorder.close();
  });

  /** Plays cases in one run. Returns the printed requests by name. */
  async function play(cases: readonly PrecedenceCase[], ...flags: readonly string[]): Promise<ReadonlyMap<string, Shown>> {
    for (const [name, text] of Object.entries(precedenceFiles(cases, recorder.url))) folder.write(name, text);
    const answers = cases.flatMap((c) => (c.layers.includes('prompt') ? ['--answer', `label of ${nameOf(c)}=of-prompt`] : []));
    const args = ['send', probeFile, '--all', '--json', '--env', 'dev', '--answer', 'precedence=of-label', ...answers, ...flags];
    const { stdout, stderr } = await runReq(args, { cwd: folder.path, env });
    assert.ok(stdout.startsWith('['), stderr);
    return new Map((JSON.parse(stdout) as readonly Shown[]).map((shown) => [shown.name, shown]));
  }

  const secret = /of-(?:environment|shared)-private-(?:near|far)|of-secret/g;
  const masked = (text: string): string => text.replaceAll(secret, '•••');

  function checkShown(shown: Shown | undefined, { target, headers, body }: SentPositions): void {
    assert.ok(shown, 'it is not there');
    assert.equal(shown.error, null);
    assert.equal(shown.request.url, masked(`${recorder.url}${target}`));
    for (const [name, value] of Object.entries(headers))
      assert.equal(shown.request.headers.find(([n]) => n === name)?.[1], masked(value), name);
    assert.equal(shown.request.body?.text, masked(body));
  }

  describe('with --dry-run', () => {
    // Nothing is sent, so nothing is answered: what a script would set is given.
    const cases = precedenceCases.filter((c) => !c.expression.startsWith('login.'));
    let all: ReadonlyMap<string, Shown>;

    before(async () => {
      const given = cases.flatMap((c) => (c.layers.includes('script') ? ['--var', `${nameOf(c)}=of-script`] : []));
      all = await play(cases, '--dry-run', ...given);
    });

    for (const c of cases)
      it(`is the same in every position: ${c.title}`, () => {
        for (const form of forms) checkShown(all.get(requestNameOf(c, form)), positionsOf(c, form, true));
      });
  });

  describe('on the wire', () => {
    let all: ReadonlyMap<string, Shown>;

    before(async () => {
      recorder.requests.length = 0;
      // A script sets what an option gave, too.
      const given = precedenceCases.flatMap((c) => (c.layers.includes('script') ? ['--var', `${nameOf(c)}=of-option`] : []));
      all = await play(precedenceCases, ...given);
    });

    for (const c of precedenceCases)
      it(`is the same in every position, in scripts and in assertions: ${c.title}`, () => {
        for (const form of forms) {
          const name = requestNameOf(c, form);
          const expected = positionsOf(c, form, true);
          const shown = all.get(name);
          checkShown(shown, expected);
          const sent = recorder.requests.find((r) => r.target.startsWith(`/${name}/`));
          assert.ok(sent, 'nothing was sent');
          assert.equal(sent.target, expected.target);
          assert.equal(sent.body, expected.body);
          for (const [header, value] of Object.entries(expected.headers))
            assert.equal(sent.headers.find(([n]) => n === header)?.[1], value, header);
          assert.equal(shown?.tests.length, form !== 'json' ? 1 : c.isVariable ? 3 : 2);
          for (const test of shown.tests) assert.ok(test.passed, `${test.name}: ${test.message}`);
        }
      });
  });
});
