import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until.ts';
import { openFile } from './workspaceFile.ts';

// The bar is the cursor. A space beside it would make it a filter's.
const at = '|';

/** The editor's text with a mark at the cursor. */
function marked(editor: vscode.TextEditor): string {
  const text = editor.document.getText();
  const offset = editor.document.offsetAt(editor.selection.active);
  return text.slice(0, offset) + at + text.slice(offset);
}

async function editorOf(before: string): Promise<vscode.TextEditor> {
  const offset = before.indexOf(at);
  const document = await openFile('typing.req', before.replace(at, ''));
  const editor = await vscode.window.showTextDocument(document);
  editor.options = { insertSpaces: true, tabSize: 4 };
  const position = document.positionAt(offset);
  editor.selection = new vscode.Selection(position, position);
  return editor;
}

async function type(text: string): Promise<void> {
  for (const char of text) await vscode.commands.executeCommand('type', { text: char });
}

/**
 * Repeats an action until the text is as expected. VS Code needs a moment to determine the language at a place; until then keys act as in
 * plain text.
 */
async function comesTo(expected: string, does: () => Promise<string>): Promise<void> {
  let found = await does();
  for (let tries = 1; found !== expected && tries < 20; tries++) found = await does();
  assert.equal(found, expected);
}

describe('typing', () => {
  before(async () => {
    // The colours, which say what language a place is in, come a moment after the editor.
    await until('the editor knows scripts', async () => {
      const editor = await editorOf('< {%\n    let a;|\n%}\n');
      await vscode.commands.executeCommand('editor.action.commentLine');
      return editor.document.getText().includes('// let');
    });
  });

  after(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  const json = 'POST http://h/\nContent-Type: application/json\n\n';
  const cases: readonly (readonly [what: string, before: string, keys: string, after: string])[] = [
    ['closes a placeholder in a URL', 'GET http://h/|', '{{', 'GET http://h/{{|}}'],
    ['closes a placeholder before more of the URL', 'GET |/users', '{{host', 'GET {{host|}}/users'],
    ['writes over the braces that it closed', 'GET http://h/|', '{{id}}/x', 'GET http://h/{{id}}/x|'],
    ['closes a placeholder in a header', 'GET http://h/\nA: |', '{{', 'GET http://h/\nA: {{|}}'],
    ['closes a placeholder in the text of a JSON body', `${json}{"a": "|"}`, '{{', `${json}{"a": "{{|}}"}`],
    ['closes a placeholder for a value of a JSON body', `${json}{"a": |}`, '{{', `${json}{"a": {{|}}}`],
    ['closes an object around a placeholder', `${json}|`, '{"a":{{{', `${json}{"a":{{{|}}}}`],
    ['closes a placeholder in a directive', '# @timeout |\nGET http://h/', '{{', '# @timeout {{|}}\nGET http://h/'],
    ['closes a script', '|', '< {%', '< {%|%}'],
    ['puts the end of a script on a line of its own', '|', '< {%\n', '< {%\n    |\n%}'],
    [
      'closes quotes in a header',
      'GET http://h/\nContent-Disposition: form-data; name=|',
      '"',
      'GET http://h/\nContent-Disposition: form-data; name="|"',
    ],
    ['closes quotes of a key in a placeholder', 'GET http://h/{{user|}}', '["', 'GET http://h/{{user["|"]}}'],
    ['closes the quotes of a script', '< {%\n  let a = |\n%}\nGET http://h/', "'", "< {%\n  let a = '|'\n%}\nGET http://h/"],
    [
      'closes no apostrophe in a word',
      'POST http://h/\nContent-Type: text/plain\n\nit|',
      "'s",
      "POST http://h/\nContent-Type: text/plain\n\nit's|",
    ],
    ['closes no quotes in a comment', '# |', '"', '# "|'],
    ['keeps the indentation of a query line', 'GET http://h/\n    ?a=1|', '\n', 'GET http://h/\n    ?a=1\n    |'],
    [
      'goes back to the start of the line after a query line that was left empty',
      'GET http://h/\n    ?a=1\n    |',
      '\n',
      'GET http://h/\n    ?a=1\n\n|',
    ],
    ['keeps the start of the line after a request line with a query', 'GET http://h/?a=1|', '\n', 'GET http://h/?a=1\n|'],
    ['keeps the start of the line after a header', 'GET http://h/\nA: b|', '\n', 'GET http://h/\nA: b\n|'],
    ['continues no comment', '# a comment|\nGET http://h/', '\n', '# a comment\n|\nGET http://h/'],
    ['continues no directive', '# @no-redirect|\nGET http://h/', '\n', '# @no-redirect\n|\nGET http://h/'],
    ['indents in an object of a JSON body', `${json}{|}`, '\n', `${json}{\n    |\n}`],
    ['indents in a list of a JSON body', `${json}{\n    "a": [|]\n}`, '\n', `${json}{\n    "a": [\n        |\n    ]\n}`],
    ['indents in a body of no said type that begins as JSON does', 'POST http://h/\n\n|', '{\n', 'POST http://h/\n\n{\n    |\n}'],
    ['indents in a script', '< {%\n    if (a) {|}\n%}\nGET http://h/', '\n', '< {%\n    if (a) {\n        |\n    }\n%}\nGET http://h/'],
    ['indents in a GraphQL query', 'GRAPHQL http://h/\n\nquery {|}', '\n', 'GRAPHQL http://h/\n\nquery {\n    |\n}'],
  ];
  for (const [what, before, keys, after] of cases) {
    it(what, async () => {
      await comesTo(after, async () => {
        const editor = await editorOf(before);
        await type(keys);
        return marked(editor);
      });
    });
  }

  it('makes a placeholder of the selection', async () => {
    const editor = await editorOf('GET http://h/|users');
    editor.selection = new vscode.Selection(0, 13, 0, 18);
    await type('{{');
    assert.equal(editor.document.getText(), 'GET http://h/{{users}}');
  });

  for (const [what, line, commented] of [
    ['a header', 'GET http://h/\nA: |b\n', 'GET http://h/\n# A: b\n'],
    ['a query line, at the start of the line, where a comment begins', 'GET http://h/\n    ?a=|1\n', 'GET http://h/\n#     ?a=1\n'],
    ['a line of a script', '> {%\n    let |a;\n%}\n', '> {%\n    // let a;\n%}\n'],
    ['a line of a GraphQL query', 'GRAPHQL http://h/\n\nquery {\n  a|\n}\n', 'GRAPHQL http://h/\n\nquery {\n#   a\n}\n'],
  ] as const) {
    it(`makes a comment of ${what}, and undoes it`, async () => {
      let editor = await editorOf(line);
      await comesTo(commented, async () => {
        editor = await editorOf(line);
        await vscode.commands.executeCommand('editor.action.commentLine');
        return editor.document.getText();
      });
      await vscode.commands.executeCommand('editor.action.commentLine');
      assert.equal(editor.document.getText(), line.replace(at, ''));
    });
  }

  for (const [text, column, word] of [
    ['GET {{user-name.größe[0]}}', 8, 'user-name'],
    ['GET {{user-name.größe[0]}}', 18, 'größe'],
    ['GET {{$secret.KEY_1}}', 8, '$secret'],
    ['GET {{a.10}}', 9, '10'],
  ] as const) {
    it(`selects ${word} as a word in ${text}`, async () => {
      const { document } = await editorOf(text + at);
      assert.equal(document.getText(document.getWordRangeAtPosition(new vscode.Position(0, column))), word);
    });
  }
});
