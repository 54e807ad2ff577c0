import assert from 'node:assert/strict';
import { hexLine } from '../../../src/base/text/hexLine.ts';
import { bytesPerRow, hexCells, moveBy, rangeOf, readOffset } from '../../../src/panel/model/rows/hexSelection.ts';

const press = (key: string, how: { readonly shift?: true; readonly ctrl?: true } = {}) => ({
  key,
  shiftKey: how.shift === true,
  ctrlKey: how.ctrl === true,
  metaKey: false,
});

describe('a selection of bytes', () => {
  const at = { anchor: 20, cursor: 20 };

  it('moves by bytes, lines, pages and to both ends, never out of the body', () => {
    const cursors = (key: string, ctrl?: true): number | undefined => moveBy(press(key, ctrl ? { ctrl } : {}), at, 100, 3)?.cursor;
    assert.deepEqual(
      ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].map((key) => cursors(key)),
      [19, 21, 4, 36, 0, 68, 16, 31],
    );
    assert.deepEqual([cursors('Home', true), cursors('End', true)], [0, 99]);
    assert.equal(moveBy(press('x'), at, 100, 3), undefined);
    assert.equal(moveBy(press('ArrowDown'), at, 0, 3), undefined);
  });

  it('grows with Shift from its beginning, both ways, and covers all with Ctrl+A', () => {
    assert.deepEqual(moveBy(press('ArrowUp', { shift: true }), at, 100, 3), { anchor: 20, cursor: 4 });
    assert.deepEqual(rangeOf({ anchor: 20, cursor: 4 }), { start: 4, end: 21 });
    assert.deepEqual(moveBy(press('a', { ctrl: true }), at, 100, 3), { anchor: 0, cursor: 99 });
  });

  it('moves to an offset written in decimal or in hexadecimal', () => {
    assert.deepEqual(
      ['10', '0x1F', ' 1fh ', '0'].map((text) => readOffset(text, 100)),
      [10, 31, 31, 0],
    );
    assert.deepEqual(
      ['', '1f', '-1', '100', '1e1', '0x'].map((text) => readOffset(text, 100)),
      [undefined, undefined, undefined, undefined, undefined, undefined],
    );
  });

  it('finds the cells of a line, hidden bytes and spaces among the characters', () => {
    const bytes = new Uint8Array([...Buffer.from('a  b'), 0, 0xff, 0x20, 0x20, 0x41]);
    const cells = hexCells(
      hexLine(32, bytes, (i) => i === 1),
      0,
      16,
    );
    assert.deepEqual(cells.bytes, ['61', '••', '20', '62', '00', 'ff', '20', '20', '41']);
    assert.deepEqual(cells.characters, ['a', '•', ' ', 'b', '.', '.', ' ', ' ', 'A']);
    assert.deepEqual(hexCells(hexLine(0x1_0000_0000, bytes), 0, 16).bytes.length, 9);
    assert.deepEqual(hexCells('', 0, 16).bytes, []);
    assert.deepEqual(hexCells(hexLine(32, bytes), 8, 8), { bytes: ['41'], characters: ['A'] });
    assert.deepEqual(hexCells(hexLine(32, bytes), 4, 4), { bytes: ['00', 'ff', '20', '20'], characters: ['.', '.', ' ', ' '] });
  });

  it('has as many bytes in a row as fit, and moves by these rows', () => {
    assert.deepEqual([200, 77, 76, 44, 43, 10].map(bytesPerRow), [16, 16, 8, 8, 4, 4]);
    const cursors = (key: string): number | undefined => moveBy(press(key), { anchor: 6, cursor: 6 }, 100, 3, 4)?.cursor;
    assert.deepEqual(['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown'].map(cursors), [10, 2, 4, 7, 18]);
  });
});
