import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { applyEdits, listRequests, parse, type TextEdit } from '../../../../src/language/index.ts';
import { addHeaderEdit, addParameterEdit, parameterText, requestParts, valueEdit } from '../../../../src/language/onDemand.ts';
import { runs } from '../../../support/runs.ts';

/** All that an edit of a part could change. */
interface Shape {
  readonly parts: readonly (readonly [kind: string, name: string, value: string])[];
  readonly body: string | undefined;
  readonly requests: number;
}

function shapeOf(text: string): Shape {
  const tree = parse(text);
  const requests = listRequests(tree);
  const [first] = requests;
  assert.ok(first);
  return {
    parts: requestParts(tree, first.block).map(({ kind, name, value }) => [kind, name, value]),
    body: first.block.body?.text.text,
    requests: requests.length,
  };
}

const query = fc.array(
  fc.tuple(
    fc.constantFrom('', '\n  ', '\n\t'),
    fc.constantFrom('a', 'b=1', 'c={{x}}', '{{n}}=2', 'd=', '=e', 'q?x=1', 'f=a=b', '', '{{q | default "a&b?#="}}=1', String.raw`z=\{{a}}`),
  ),
  { maxLength: 5 },
);
const url = fc
  .tuple(fc.constantFrom('http://h', 'http://{{h}}/{{p}}', 'http://h/p?'), query, fc.constantFrom('', '#f', '#/a?x&y'))
  .map(([start, parts, fragment]) => {
    const written = parts.map(([line, part], i) => `${line}${i === 0 && !start.includes('?') ? '?' : '&'}${part}`);
    return start + written.join('') + fragment;
  });
const headers = fc.array(fc.constantFrom('A: 1', 'B:', 'C: x\n  y', '# note', 'D: {{x}}', '// E: 1', 'A:2'), { maxLength: 4 });
const request = fc
  .tuple(fc.constantFrom('', '@x = 1\n', '@x = 1\n###\n'), url, headers, fc.constantFrom('', '\n\nbody', '\n'))
  .map(([top, target, lines, end]) => [`${top}GET ${target}`, ...lines].join('\n') + end);
const value = fc.constantFrom('v', 'a&b', '{{x}}', '#z', '=', '');

const inParameter = (text: string): string => text.replaceAll(/[&#]/g, (c) => encodeURIComponent(c));

describe('in any request', () => {
  const changed = (text: string, edits: readonly TextEdit[]): Shape => shapeOf(applyEdits(text, edits));

  it('removing a header or parameter, or changing its value, changes nothing else', () => {
    fc.assert(
      fc.property(request, fc.nat(8), value, (text, number, given) => {
        const tree = parse(text);
        const [{ block } = assert.fail()] = listRequests(tree);
        const part = requestParts(tree, block)[number];
        if (part === undefined) return;
        const { parts, ...others } = shapeOf(text);
        assert.deepEqual(changed(text, part.edits), { parts: parts.toSpliced(number, 1), ...others });
        // The lines of a folded value are one value.
        const written = part.kind === 'header' ? given : inParameter(given);
        assert.deepEqual(changed(text, [valueEdit(part, given)]), {
          parts: parts.with(number, [part.kind, part.name, written]),
          ...others,
        });
      }),
      { numRuns: runs(2000) },
    );
  });

  it('an added header or parameter is the last one, and nothing else changes', () => {
    fc.assert(
      fc.property(request, value, (text, given) => {
        const tree = parse(text);
        const [{ block } = assert.fail()] = listRequests(tree);
        const { parts, ...others } = shapeOf(text);
        const [parameters, headersThere] = [parts.filter(([kind]) => kind === 'parameter'), parts.filter(([kind]) => kind === 'header')];
        assert.deepEqual(changed(text, [addHeaderEdit(tree, block, 'Z', given)]), { parts: [...parts, ['header', 'Z', given]], ...others });
        assert.deepEqual(changed(text, [addParameterEdit(tree, block, parameterText('z', given))]), {
          parts: [...parameters, ['parameter', 'z', inParameter(given)], ...headersThere],
          ...others,
        });
      }),
      { numRuns: runs(2000) },
    );
  });
});
