import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reveal, type Later } from '../../src/editor/secrets/revealSecret.ts';

function clock(): { readonly after: Later; readonly waiting: { readonly ms: number; readonly work: () => void }[] } {
  const waiting: { readonly ms: number; readonly work: () => void }[] = [];
  return {
    waiting,
    after(ms, work) {
      const entry = { ms, work };
      waiting.push(entry);
      return { dispose: () => void waiting.splice(waiting.indexOf(entry), 1) };
    },
  };
}

describe('a secret that is revealed', () => {
  it('is shown unchanged, with its line breaks and visible control characters, until ten seconds have passed', async () => {
    const box = vscode.window.createInputBox();
    const { after, waiting } = clock();
    const hidden = reveal('KEY', 'a\nb\u202e$(warning)', box, after);
    assert.deepEqual([box.value, box.password], ['a␊b⟨U+202E⟩$(warning)', false]);
    assert.ok(!`${box.title} ${box.prompt}`.includes('warning'));
    assert.deepEqual(
      waiting.map((w) => w.ms),
      [10_000],
    );
    waiting[0]?.work();
    await hidden;
    assert.deepEqual([box.value, waiting.length], ['', 0]);
  });

  it('is hidden at once where its box is closed', async () => {
    const box = vscode.window.createInputBox();
    const { after, waiting } = clock();
    const hidden = reveal('KEY', 'hush', box, after);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await hidden;
    assert.deepEqual([box.value, waiting.length], ['', 0]);
  });
});
