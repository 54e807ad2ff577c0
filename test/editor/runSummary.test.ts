import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { startRecorder, type Recorder } from '../support/recorder.ts';
import { until } from '../support/until.ts';
import type { RunStart, RunViewer } from '../../src/editor/testing/explorer.ts';
import { RunRows } from '../../src/editor/testing/runRows.ts';
import { explorer, itemOf, type SpiedExplorer } from './spiedExplorer.ts';
import { openFile, writeFile } from './workspaceFile.ts';

describe('the summary of a run', () => {
  let recorder: Recorder;
  let made: SpiedExplorer;
  const runs: { readonly start: RunStart; rows: RunRows | undefined }[] = [];
  let files: readonly vscode.TextDocument[] = [];
  /** Whether `/hang` gets no response. */
  let hangs = false;

  const begin = (start: RunStart): RunViewer => {
    const run = { start, rows: undefined as RunRows | undefined };
    runs.push(run);
    return {
      planned: (turns) => (run.rows = new RunRows(turns, (file) => file)),
      begun: () => undefined,
      emit: (e) => run.rows?.apply(e),
      ended: () => undefined,
    };
  };

  before(async () => {
    recorder = await startRecorder((_, target) => (hangs && target === '/hang' ? '' : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'));
    made = explorer({ begin });
    await writeFile('summary/rows.json', JSON.stringify([{ code: 200 }, { code: 201 }, { code: 200 }]));
    files = [
      await openFile('summary/rows.req', `### row\n# @data ./rows.json\nGET ${recorder.url}/row/{{code}}\n\n?? status == {{code}}\n`),
      await openFile('summary/more/two.req', `### one\nGET ${recorder.url}/one\n\n### hang\nGET ${recorder.url}/hang\n`),
    ];
  });

  beforeEach(() => {
    runs.length = 0;
    recorder.requests.length = 0;
  });

  after(async () => {
    made.dispose();
    await recorder.close();
    for (const { uri } of files.slice(0, 1)) await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '..'), { recursive: true });
  });

  const targets = (): readonly string[] => recorder.requests.splice(0).map(({ target }) => target);
  const folder = (): string => vscode.Uri.joinPath(files[0]?.uri as vscode.Uri, '..').fsPath;
  const last = (): (typeof runs)[number] => runs.at(-1) as (typeof runs)[number];

  it('has the name of the folder that was run, and the number of its files', async () => {
    await made.tests.run([folder()]);
    const { title, files: count, isPart } = last().start;
    assert.deepEqual({ title, count, isPart }, { title: 'summary', count: 2, isPart: false });
  });

  it('has the name of the file, of the folder or of the request that the Test Explorer ran', async () => {
    await made.tests.run([folder()]);
    const token = new vscode.CancellationTokenSource().token;
    const titleOf = async (item: vscode.TestItem | undefined): Promise<string> => {
      assert.ok(item);
      await made.profiles[0]?.runHandler(new vscode.TestRunRequest([item]), token);
      return `${last().start.title} ${last().start.files}`;
    };
    const [rows, two] = files as readonly [vscode.TextDocument, vscode.TextDocument];
    assert.equal(await titleOf(itemOf(made, two, 'one')), 'one 0');
    assert.equal(await titleOf(itemOf(made, two)), 'summary/more/two.req 0');
    assert.equal(await titleOf(itemOf(made, rows).parent), 'summary 2');
  });

  it('runs only the rows of data that failed again, under the same name, and then the whole', async () => {
    await made.tests.run([folder()]);
    assert.deepEqual(targets().toSorted(), ['/hang', '/one', '/row/200', '/row/200', '/row/201']);
    const whole = last();
    await whole.start.again(whole.rows?.failed);
    assert.deepEqual(targets(), ['/row/201']);
    const part = last();
    assert.deepEqual([part.start.title, part.start.isPart], ['summary', true]);
    await part.start.again(part.rows?.failed);
    assert.deepEqual(targets(), ['/row/201']);
    await last().start.again(undefined);
    assert.deepEqual(targets().toSorted(), ['/hang', '/one', '/row/200', '/row/200', '/row/201']);
    assert.equal(last().start.isPart, false);
  });

  it('runs what failed again, and then all, after the URL was corrected and the file renamed', async () => {
    const document = await openFile('summary/moved/old.req', `GET ${recorder.url}/wrong\n\n?? status == 201\n`);
    const folderOfFile = vscode.Uri.joinPath(document.uri, '..');
    await made.tests.run([document.uri.fsPath]);
    assert.deepEqual(targets(), ['/wrong']);
    const { start, rows } = last();
    const change = new vscode.WorkspaceEdit();
    const at = document.positionAt(document.getText().indexOf('/wrong'));
    change.replace(document.uri, new vscode.Range(at, at.translate(0, 6)), '/right');
    assert.ok(await vscode.workspace.applyEdit(change));
    assert.ok(await document.save());
    const renamed = new vscode.WorkspaceEdit();
    renamed.renameFile(document.uri, vscode.Uri.joinPath(folderOfFile, 'new.req'));
    assert.ok(await vscode.workspace.applyEdit(renamed));
    await start.again(rows?.failed);
    assert.deepEqual(targets(), ['/right']);
    assert.equal(last().start.isPart, true);
    await last().start.again(undefined);
    assert.deepEqual(targets(), ['/right']);
    assert.equal(last().start.isPart, false);
    await vscode.workspace.fs.delete(folderOfFile, { recursive: true });
  });

  it('reports only the results of a run of more than 200 requests at once, because VS Code re-renders all folders for each state', async () => {
    const requests = (count: number): string => `GET ${recorder.url}/\n\n###\n\n`.repeat(count);
    const statesOf = async (name: string, count: number): Promise<string> => {
      const long = await openFile(`summary/long/${name}`, requests(count));
      made.reported.length = 0;
      await made.tests.run([long.uri.fsPath]);
      const of = (what: string): number => made.reported.filter((r) => r.what === what).length;
      return `${of('enqueued')} ${of('passed')} ${of('enqueued') === of('started')}`;
    };
    assert.equal(await statesOf('few.req', 2), '2 2 true');
    assert.match(await statesOf('many.req', 201), /^0 201 /);
  });

  it('writes a cancelled request into the output of the tests without the mark of a failure', async () => {
    hangs = true;
    const running = made.tests.run([files[1]?.uri.fsPath ?? '']);
    await until('the request was sent', () => recorder.requests.some(({ target }) => target === '/hang'));
    last().start.stop();
    await running;
    hangs = false;
    assert.match(made.output(), /\r\n {2}Cancelled\.\r\n/);
    assert.doesNotMatch(made.output(), /✗ Cancelled/);
  });
});
