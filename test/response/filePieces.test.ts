import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { bytePieces, writeFile } from '../../src/response/bodyText/filePieces.ts';
import { makeTemporaryFolder } from '../vscode/temporaryFolder.ts';
import { bodyOf } from './bodyOf.ts';

describe('a file that is written piece by piece', () => {
  const temporary = makeTemporaryFolder('req-pieces-');
  const target = path.join(temporary.path, 'body.bin');
  const bytes = Uint8Array.from({ length: 2_500_000 }, (_, i) => i % 251);
  const goesOn = { isCancellationRequested: false };

  after(() => temporary.remove());

  it('has all bytes unchanged, and reports the progress', async () => {
    const parts: number[] = [];
    assert.equal(await writeFile(target, bytePieces(bodyOf(bytes)), (part) => parts.push(part), goesOn), true);
    assert.ok(fs.readFileSync(target).equals(bytes));
    assert.equal(parts.length, 3);
    assert.deepEqual(fs.readdirSync(temporary.path), ['body.bin']);
  });

  it('stays unchanged after cancellation or a failed read, and no other file remains', async () => {
    fs.writeFileSync(target, 'before');
    const token = { isCancellationRequested: false };
    const pieces = bytePieces(bodyOf(bytes));
    assert.equal(await writeFile(target, pieces, () => (token.isCancellationRequested = true), token), false);
    const broken = { size: 9, read: () => assert.fail('unreadable') };
    await assert.rejects(
      writeFile(target, bytePieces(broken), () => undefined, goesOn),
      /unreadable/,
    );
    assert.equal(fs.readFileSync(target, 'utf8'), 'before');
    assert.deepEqual(fs.readdirSync(temporary.path), ['body.bin']);
  });

  it('is the one that a link leads to', async () => {
    const link = path.join(temporary.path, 'link.bin');
    fs.symlinkSync(target, link);
    assert.equal(await writeFile(link, bytePieces(bodyOf(Buffer.from('new'))), () => undefined, goesOn), true);
    assert.equal(fs.readFileSync(target, 'utf8'), 'new');
    assert.ok(fs.lstatSync(link).isSymbolicLink());
  });
});
