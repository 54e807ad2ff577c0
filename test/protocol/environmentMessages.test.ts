import assert from 'node:assert/strict';
import { readFromEnvironmentPage } from '../../src/protocol/validateEnvironments.ts';

describe('a message of the page of environments', () => {
  it('is read with its own fields alone', () => {
    assert.deepEqual(readFromEnvironmentPage({ type: 'ready', more: 1 }), { type: 'ready' });
    assert.deepEqual(readFromEnvironmentPage({ type: 'set', variable: 'a', environment: 'dev', text: '', more: 1 }), {
      type: 'set',
      variable: 'a',
      environment: 'dev',
      text: '',
    });
    assert.deepEqual(readFromEnvironmentPage({ type: 'deleteEnvironment', environment: 'dev', variable: 'a' }), {
      type: 'deleteEnvironment',
      environment: 'dev',
    });
  });

  it('is refused if it is out of bounds or of another kind', () => {
    const bad: readonly unknown[] = [
      null,
      [],
      'undo',
      {},
      { type: 'set', variable: 'a', environment: 'dev' },
      { type: 'set', variable: 'a', environment: 'dev', text: 'x'.repeat((1 << 20) + 1) },
      { type: 'clear', variable: 'a' },
      { type: 'open', variable: 1, environment: 'dev' },
      { type: 'renameVariable' },
      { type: 'renameEnvironment', environment: '' },
      { type: '__proto__' },
      Object.create({ type: 'undo' }),
    ];
    for (const message of bad) assert.equal(readFromEnvironmentPage(message), undefined);
  });
});
