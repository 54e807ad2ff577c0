import assert from 'node:assert/strict';
import { limitAs, limitName, moreOrAny } from '../../../src/runner/http/exchange/limitNames.ts';
import { RedirectHistory } from '../../../src/runner/http/exchange/redirects.ts';

const flag = { limitNames: { timeout: '--timeout', 'max-redirects': '--max-redirects' } } as const;
const setting = { limitNames: { timeout: 'req.timeout', 'max-redirects': 'req.maxRedirects' } } as const;

/** Message and hint after one redirect more than allowed. */
function refused(options: ConstructorParameters<typeof RedirectHistory>[0]): readonly [string, string | undefined] {
  const history = new RedirectHistory(options);
  for (let i = 0; i < options.maxRedirects; i++) history.add('http://h/');
  try {
    history.add('http://h/next');
  } catch (e) {
    const { message, hint } = e as { readonly message: string; readonly hint?: string };
    return [message, hint];
  }
  throw new Error('it was allowed');
}

describe('a limit', () => {
  it('is named as who has set it writes it', () => {
    assert.deepEqual(
      [{}, flag, setting].map((options) => [limitName(options, 'timeout'), limitAs(options, 'timeout', '60s')]),
      [
        ['@timeout', '# @timeout 60s'],
        ['--timeout', '--timeout 60s'],
        ['req.timeout', 'the setting req.timeout'],
      ],
    );
    assert.equal(moreOrAny(setting, 'timeout', ['More', '60s'], 'or any'), 'More with the setting req.timeout; 0 is no limit.');
    assert.equal(moreOrAny(flag, 'timeout', ['More', '60s'], 'or any'), 'More with --timeout 60s, or any with --timeout 0.');
  });

  it('of no redirects names how to show the redirect itself', () => {
    for (const [options, name, hint] of [
      [{}, '@max-redirects', /with # @no-redirect, or allow some with # @max-redirects 5\.$/],
      [flag, '--max-redirects', /with --no-redirect, or allow some with --max-redirects 5\.$/],
      [
        setting,
        'req.maxRedirects',
        /with # @no-redirect or the setting req\.followRedirects, or allow some with the setting req\.maxRedirects\.$/,
      ],
    ] as const) {
      const [message, said] = refused({ ...options, maxRedirects: 0 });
      assert.equal(message, `A redirect leads to http://h/next, and none may be followed (${name} 0).`);
      assert.match(said ?? '', hint);
    }
  });

  it('of some redirects names who has set it', () => {
    assert.deepEqual(refused({ ...flag, maxRedirects: 1 }), [
      'More than 1 redirect; the next would have been http://h/next.',
      'Allow more with --max-redirects.',
    ]);
  });
});
