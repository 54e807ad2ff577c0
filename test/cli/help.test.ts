import assert from 'node:assert/strict';
import { commands } from '../../src/cli/commandLine/commands.ts';
import { helpText } from '../../src/cli/commandLine/help.ts';

describe('The help', () => {
  const names = [undefined, ...commands.map((c) => c.name)];
  const words = (text: string): readonly string[] => text.split(/\s+/);

  for (const width of [40, 80, 100])
    it(`fits a terminal of ${width} columns, with the same words`, () => {
      for (const name of names) {
        const text = helpText(name, width);
        assert.deepEqual(words(text), words(helpText(name)));
        for (const line of text.split('\n')) assert.ok(line.length <= width || !line.trim().includes(' '), line);
      }
    });

  it('keeps words whole that are longer than a line', () => {
    for (const width of [5, 20]) for (const name of names) assert.deepEqual(words(helpText(name, width)), words(helpText(name)));
  });

  it('continues a description under its start', () => {
    const lines = helpText('run', 80).split('\n');
    const at = lines.findIndex((line) => line.includes('--update-snapshots'));
    assert.deepEqual(lines.slice(at, at + 2), [
      '      --update-snapshots          update the snapshots of matchesSnapshot and',
      '                                  matchesShape',
    ]);
  });

  it('keeps its lines without a terminal', () =>
    assert.ok(
      helpText('run')
        .split('\n')
        .some((line) => line.length > 110),
    ));
});
