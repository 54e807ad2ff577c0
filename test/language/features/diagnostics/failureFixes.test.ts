import assert from 'node:assert/strict';
import { failureFixes, type SendFailure } from '../../../../src/language/features/diagnostics/fixes/failureFixes.ts';
import { applyEdits } from '../../../../src/language/index.ts';
import { inspect, type Around } from '../../../support/inspect.ts';

describe('the actions of a failed send', () => {
  /** The titles of the actions, as `problem title`. */
  const titles = async (text: string, failure: SendFailure, around: Around = {}): Promise<readonly string[]> => {
    const { view, tree } = await inspect(text, around);
    return failureFixes(view, tree.blocks.at(-1) ?? assert.fail(), failure).map(
      ({ problem, action }) => `${problem ?? '-'} ${action.title}`,
    );
  };
  /** The file after the action with a title. */
  const after = async (text: string, failure: SendFailure, title: string): Promise<string> => {
    const { view, tree } = await inspect(text);
    const found = failureFixes(view, tree.blocks.at(-1) ?? assert.fail(), failure).find(({ action }) => action.title === title);
    return applyEdits(text, found?.action.edits.find((e) => e.file === view.file)?.edits ?? []);
  };

  it('are those of the editor, problem by problem, wherever the lines are now', async () => {
    const problems = [{ written: '{{usr}}' }, { written: '{{usr}}' }, { written: '{{gone}}' }];
    const found = await titles('@user = a\n\n### More lines\n\nGET http://h/{{usr}}/{{usr}}', { problems });
    assert.deepEqual(
      found.filter((x) => x.includes('Change')),
      ['0 Change usr to user', '1 Change usr to user'],
    );
    assert.ok(found.includes('0 Define usr in this file'), found.join('\n'));
    assert.ok(found.every((x) => !x.startsWith('2')));
  });

  it('leave the cursor at the value that the user has to write', async () => {
    const around = { environments: { dev: { host: 'h' } }, environment: 'dev', files: { 'collection.req': '@a = 1\r\n' } };
    const text = '@b = 2\nGET http://{{host}}/{{list[0].id}}/{{usr}}';
    const { view, tree } = await inspect(text, around);
    const at = (written: string, place: string): string => {
      const found = failureFixes(view, tree.blocks.at(-1) ?? assert.fail(), { problems: [{ written }] });
      const action = found.map((f) => f.action).find(({ title }) => title.startsWith('Define ') && title.endsWith(` in ${place}`));
      const [edits] = action?.edits ?? [];
      assert.ok(edits !== undefined && action?.cursor !== undefined, `${place}: ${found.map((f) => f.action.title).join()}`);
      const before = [...view.collection.environmentFiles, { file: view.file, text }].find(({ file }) => file === edits.file)?.text;
      const made = applyEdits(before ?? around.files['collection.req'], edits.edits);
      return `${made.slice(0, action.cursor)}|${made.slice(action.cursor)}`;
    };
    assert.match(at('{{usr}}', 'this file'), /^@b = 2\n@usr = \|\nGET/);
    assert.match(at('{{list[0].id}}', 'this file'), /^@b = 2\n@list = \[\{"id": "\|"\}\]\nGET/);
    assert.match(at('{{usr}}', 'collection.req'), /^@a = 1\r\n@usr = \|\r\n$/);
    assert.match(at('{{usr}}', 'the environment dev'), /"usr": "\|"/);
  });

  it('choose an environment that defines the name', async () => {
    const around = { environments: { dev: { host: 'h' }, live: { host: 'h' }, other: {} }, environment: 'other' };
    const found = await titles('GET http://{{host}}/', { problems: [{ written: '{{host}}' }] }, around);
    assert.deepEqual(found.slice(0, 2), ['0 Choose Environment dev', '0 Choose Environment live']);
  });

  it('send the request first whose response is missing', async () => {
    const main = '### login\nGET http://h\n\n### Main\nGET http://h/{{login.response.body.id}}';
    const failure = { problems: [{ written: '{{login.response.body.id}}' }] };
    assert.deepEqual((await titles(main, failure))[0], '0 Send login First');
    assert.equal(await after(main, failure, 'Send login First'), main.replace('GET http://h/{{', '# @ref login\nGET http://h/{{'));
  });

  it('trust a certificate that signed itself, or check none for this request', async () => {
    const certificate = { where: 'h:8443', pem: '-----BEGIN', subject: 'CN=h', fingerprint: 'AB' };
    assert.deepEqual(await titles('GET https://h:8443/', { certificate }), ['- Trust This Certificate', '- Add @insecure']);
    assert.deepEqual(await titles('GET https://h:8443/', { certificate: { ...certificate, pem: undefined } }), ['- Add @insecure']);
    // It is sent without a check, so there is nothing left to do.
    assert.deepEqual(await titles('# @insecure\nGET https://h:8443/', { certificate }), []);
    assert.equal(await after('GET https://h:8443/', { certificate }, 'Add @insecure'), '# @insecure\nGET https://h:8443/');
    assert.equal(
      await after('GET https://h:8443/', { certificate }, 'Trust This Certificate'),
      '# @cacert ./h-8443.pem\nGET https://h:8443/',
    );
  });

  it('trust another certificate of a server in the file that the request names already', async () => {
    const text = '# @cacert ./h-8443.pem\nGET https://h:8443/';
    const certificate = { where: 'h:8443', pem: '-----BEGIN', subject: 'CN=h', fingerprint: 'AB' };
    assert.equal(await after(text, { certificate }, 'Trust This Certificate'), text);
  });
});
