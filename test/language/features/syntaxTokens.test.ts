import assert from 'node:assert/strict';
import { syntaxTokens } from '../../../src/language/onDemand.ts';
import { inspect } from '../../support/inspect.ts';

async function tokens(text: string): Promise<readonly string[]> {
  const { view } = await inspect(text, { variables: { n: 1 } });
  return syntaxTokens(view).map(({ range, kind }) => `${kind} ${JSON.stringify(text.slice(range.start, range.end))}`);
}

describe('the tokens of a whole file', () => {
  it('are in its order, and a placeholder divides the text around it', async () =>
    assert.deepEqual(
      await tokens(
        '# hi\n@a = x{{n}}y\n### T\n# @timeout 5s\nPOST http://{{n}}/p HTTP/1.1\n  ?q=1\nA: b\n c{{n}}\n\n{"x": {{n}}}\n\n?? status == {{n}}\n',
      ),
      [
        'comment "# hi"',
        'name "a"',
        'string "x{{"',
        'reqVariable "n"',
        'string "}}y"',
        'title "### T"',
        'directive "@timeout"',
        'string "5s"',
        'method "POST"',
        'string "http://{{"',
        'reqVariable "n"',
        'string "}}/p"',
        'version "HTTP/1.1"',
        'string "?q=1"',
        'header "A"',
        'string "b"',
        'string "c{{"',
        'reqVariable "n"',
        'string "}}"',
        'reqVariable "n"',
        'subject "status"',
        'operator "=="',
        'string "{{"',
        'reqVariable "n"',
        'string "}}"',
      ],
    ));

  it('are none in an empty file', async () => assert.deepEqual(await tokens(''), []));
});
