import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { movesMarks } from '../../src/editor/providers/problems/movedMarks.ts';

describe('marks of problems', () => {
  const marks = [new vscode.Range(4, 2, 4, 8), new vscode.Range(10, 0, 12, 3)];
  const moves = (range: vscode.Range, text: string): boolean => movesMarks([{ range, text }], marks);
  const inLine = (line: number): vscode.Range => new vscode.Range(line, 0, line, 1);

  it('stay where they are when a key changes a line without marks', () => {
    for (const line of [0, 3, 5, 9, 13]) assert.equal(moves(inLine(line), 'x'), false, `line ${line}`);
  });

  it('can move when a key changes a line with a mark, also in the middle of a mark', () => {
    for (const line of [4, 10, 11, 12]) assert.equal(moves(inLine(line), 'x'), true, `line ${line}`);
  });

  it('can move when lines are added or removed', () => {
    for (const text of ['\n', '\r', 'a\r\nb']) assert.equal(moves(inLine(0), text), true, JSON.stringify(text));
    assert.equal(moves(new vscode.Range(0, 0, 1, 0), ''), true);
  });
});
