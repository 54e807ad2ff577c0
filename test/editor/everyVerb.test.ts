import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { FilesInMemory } from './filesInMemory.ts';
import { codeOf, hoverText, lenses, positionOf } from './workspaceFile.ts';

const scheme = 'reqverbs';
const run = <T>(command: string, ...args: readonly unknown[]): Thenable<T> => vscode.commands.executeCommand<T>(command, ...args);

const text = `@verbHost = http://127.0.0.1:1
@verbMade = {"list": [1, 2]}

### Verb first
# @name verbFirst
GET {{verbHost}}/first?x={{verbGone}}
Accept: application/json

### Verb second
# @ref verbFirst
POST {{verbHost}}/second
Content-Type: application/json

{"a":{{verbMade.list[1]}},
"b": 1}

?? status == 200

> {%
  tool.setVar("verbSet", 1);
%}
`;

const behind = (document: vscode.TextDocument, words: string): vscode.Position => positionOf(document, words).translate(0, words.length);

async function completions(document: vscode.TextDocument, at: vscode.Position): Promise<readonly string[]> {
  const list = await run<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, at);
  return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
}

async function actionTitles(document: vscode.TextDocument, words: string): Promise<readonly string[]> {
  const at = positionOf(document, words);
  const actions = await run<vscode.CodeAction[]>('vscode.executeCodeActionProvider', document.uri, new vscode.Range(at, at));
  return actions.map((a) => a.title);
}

const textsOf = (document: vscode.TextDocument, ranges: readonly vscode.Range[]): readonly string[] =>
  ranges.map((r) => `${r.start.line + 1} ${document.getText(r)}`);

const inlayHints = (value: string | undefined): Thenable<void> =>
  vscode.workspace.getConfiguration().update('req.inlayHints', value, vscode.ConfigurationTarget.Global);

/** The result of each editor feature on the text above, in any file. */
const verbs: Readonly<Record<string, (document: vscode.TextDocument) => Promise<void>>> = {
  hover: async (document) => assert.match(await hoverText(document, '{{verbHost}}/first'), /`verbHost` · string/),
  problems: async ({ uri }) => {
    await until('the problem', () => vscode.languages.getDiagnostics(uri).some((d) => codeOf(d) === 'undefined-variable'));
  },
  completion: async (document) => {
    assert.ok((await completions(document, behind(document, 'GET {{'))).includes('verbMade'));
    assert.ok((await completions(document, behind(document, 'Accept: '))).includes('application/json'));
    assert.ok((await completions(document, behind(document, '{{verbMade.'))).includes('list'));
    assert.ok((await completions(document, behind(document, '# @ref '))).includes('verbFirst'));
  },
  'completion in a script': async (document) => assert.ok((await completions(document, behind(document, 'tool.'))).includes('setVar')),
  definition: async (document) => {
    const links = await run<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      positionOf(document, 'verbHost}}/second'),
    );
    assert.deepEqual(
      links.map((l) => `${l.targetUri.toString()} ${l.targetRange.start.line}`),
      [`${document.uri.toString()} 0`],
    );
  },
  references: async (document) => {
    const found = await run<vscode.Location[]>('vscode.executeReferenceProvider', document.uri, positionOf(document, 'verbHost'));
    const own = found.filter((l) => l.uri.toString() === document.uri.toString());
    assert.deepEqual(
      textsOf(
        document,
        own.map((l) => l.range),
      ),
      ['1 verbHost', '6 verbHost', '11 verbHost'],
    );
  },
  highlights: async (document) => {
    const found = await run<vscode.DocumentHighlight[]>('vscode.executeDocumentHighlights', document.uri, positionOf(document, 'verbHost'));
    assert.equal(found.length, 3);
  },
  rename: async (document) => {
    const at = positionOf(document, 'verbHost');
    const edit = await run<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document.uri, at, 'verbServer');
    assert.equal(edit.get(document.uri).length, 3);
  },
  outline: async ({ uri }) => {
    const found = await run<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
    assert.deepEqual(
      found.map((s) => s.name),
      ['verbHost', 'verbMade', 'Verb first', 'Verb second'],
    );
  },
  'symbols of the workspace': async ({ uri }) => {
    const found = await run<vscode.SymbolInformation[]>('vscode.executeWorkspaceSymbolProvider', 'verbsecond');
    assert.ok(found.some((s) => s.location.uri.toString() === uri.toString()));
  },
  folding: async ({ uri }) => {
    const found = await run<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', uri);
    assert.ok(found.some((f) => f.start === 3 && f.end === 6));
  },
  selection: async (document) => {
    const [found] = await run<vscode.SelectionRange[]>('vscode.executeSelectionRangeProvider', document.uri, [
      positionOf(document, 'verbMade.list'),
    ]);
    const grown: string[] = [];
    for (let s = found; s !== undefined; s = s.parent) grown.push(document.getText(s.range));
    assert.ok(grown.includes('{{verbMade.list[1]}}'), grown.join('\n'));
  },
  formatting: async (document) => {
    const options = { tabSize: 2, insertSpaces: true };
    const all = await run<vscode.TextEdit[]>('vscode.executeFormatDocumentProvider', document.uri, options);
    assert.ok(all.length > 0);
    const first = new vscode.Range(0, 0, 3, 0);
    assert.deepEqual(
      (await run<vscode.TextEdit[] | undefined>('vscode.executeFormatRangeProvider', document.uri, first, options)) ?? [],
      [],
    );
  },
  'code actions': async (document) => {
    await until('the quick fix', async () => (await actionTitles(document, '{{verbGone}}')).includes('Define verbGone in this file'));
    assert.ok((await actionTitles(document, 'verbHost}}/first')).includes('Mark verbHost as secret'));
    assert.ok((await actionTitles(document, 'POST')).includes('Add the header Accept'));
  },
  colours: async ({ uri }) => {
    const found = await run<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', uri);
    assert.ok(found.data.length > 0);
  },
  'inlay hints': async ({ uri, lineCount }) => {
    await inlayHints('on');
    try {
      const range = new vscode.Range(0, 0, lineCount, 0);
      const found = await run<vscode.InlayHint[]>('vscode.executeInlayHintProvider', uri, range);
      assert.deepEqual(
        found.map((h) => h.label),
        ['= http://127.0.0.1:1', '= http://127.0.0.1:1', '= 2'],
      );
    } finally {
      await inlayHints(undefined);
    }
  },
  lenses: async (document) => assert.deepEqual(await lenses(document), ['Send', 'Send']),
};

interface Place {
  readonly open: () => Promise<vscode.TextDocument>;
}

const places: Readonly<Record<string, Place>> = {
  'a file that was never saved': {
    open: async () => await vscode.workspace.openTextDocument({ language: 'req', content: text }),
  },
  'a file that lies in no file system of this machine': {
    open: async () => await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme, path: '/api/verbs/all.req' })),
  },
};

let registered: vscode.Disposable;

before(() => {
  registered = vscode.workspace.registerFileSystemProvider(
    scheme,
    new FilesInMemory({
      '/api/collection.req': '@verbAround = 1\n',
      '/api/http-client.env.json': '{"dev": {"verbAround": 2}}',
      '/api/verbs/all.req': text,
      '/api/verbs/around.req':
        'GET http://h/{{verbAround}}/{{verbGone}}\n\n###\n# @ref verbOther\nPOST http://h\nContent-Type: text/plain\n\n< ./body.txt\n',
      '/api/verbs/body.txt': 'text',
      '/api/other.req': '# @name verbOther\nGET http://h/{{verbAround}}\n',
      '/api/notes.md': '# Notes\n\n```req\nGET http://h/{{verbAround}}\n```\n',
    }),
  );
});

after(() => registered.dispose());

for (const [place, { open }] of Object.entries(places)) {
  describe(`every verb of the editor in ${place}`, () => {
    let document: vscode.TextDocument;

    before(async () => {
      document = await open();
      await vscode.window.showTextDocument(document);
    });

    for (const [verb, shows] of Object.entries(verbs)) it(verb, () => shows(document));
  });
}

describe('the collection of a file in a virtual file system', () => {
  const uriOf = (path: string): vscode.Uri => vscode.Uri.from({ scheme, path });
  let document: vscode.TextDocument;

  before(async () => {
    document = await vscode.workspace.openTextDocument(uriOf('/api/verbs/around.req'));
    await vscode.window.showTextDocument(document);
  });

  it('is searched for definitions, references and a rename', async () => {
    const at = positionOf(document, 'verbAround');
    const [first] = await run<vscode.LocationLink[]>('vscode.executeDefinitionProvider', document.uri, at);
    assert.equal(first?.targetUri.toString(), uriOf('/api/collection.req').toString());
    const found = await run<vscode.Location[]>('vscode.executeReferenceProvider', document.uri, at);
    assert.deepEqual(found.map((l) => `${l.uri.scheme} ${l.uri.path}`).toSorted(), [
      `${scheme} /api/collection.req`,
      `${scheme} /api/http-client.env.json`,
      `${scheme} /api/other.req`,
      `${scheme} /api/verbs/around.req`,
    ]);
    const edit = await run<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', document.uri, at, 'verbNew');
    assert.deepEqual(
      edit
        .entries()
        .map(([uri]) => uri.path)
        .toSorted(),
      ['/api/collection.req', '/api/http-client.env.json', '/api/other.req', '/api/verbs/around.req'],
    );
    const request = await run<vscode.LocationLink[]>('vscode.executeDefinitionProvider', document.uri, positionOf(document, 'verbOther'));
    assert.deepEqual(
      request.map((l) => l.targetUri.path),
      ['/api/other.req'],
    );
  });

  it('is completed from, names and paths', async () => {
    assert.ok((await completions(document, behind(document, '{{'))).includes('verbAround'));
    assert.ok((await completions(document, behind(document, '# @ref '))).includes('verbOther'));
    assert.ok((await completions(document, behind(document, '< ./'))).includes('body.txt'));
  });

  it('has links to the files that a request names, and no problem with them', async () => {
    const links = await run<vscode.DocumentLink[]>('vscode.executeLinkProvider', document.uri);
    assert.ok(links.some((l) => l.target?.toString() === uriOf('/api/verbs/body.txt').toString()));
    const found = await until('the problems', () => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length > 0 && all;
    });
    assert.deepEqual(found.map(codeOf), ['undefined-variable']);
  });

  it('accepts the definition of a quick fix', async () => {
    const at = positionOf(document, '{{verbGone}}');
    const actions = await until('the quick fix', async () => {
      const all = await run<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        new vscode.Range(at, at),
        vscode.CodeActionKind.QuickFix.value,
        10,
      );
      return all.length > 0 && all;
    });
    const define = actions.find((a) => a.title === 'Define verbGone in collection.req');
    assert.deepEqual(
      define?.edit?.entries().map(([uri]) => uri.toString()),
      [uriOf('/api/collection.req').toString()],
    );
  });

  it('applies to the requests in Markdown too', async () => {
    const notes = await vscode.workspace.openTextDocument(uriOf('/api/notes.md'));
    await vscode.window.showTextDocument(notes);
    assert.deepEqual(await lenses(notes), ['Send']);
  });
});
