import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { normalizedPath } from '../../src/base/values/nodePath.ts';
import { HiddenParts } from '../../src/body/lines/hiddenParts.ts';
import { JsonIndex } from '../../src/body/json/jsonIndex.ts';
import { pathOf } from '../../src/body/json/jsonNodes.ts';
import { Evaluation } from '../../src/base/jsonPath/evaluatePath.ts';
import { parsePath } from '../../src/base/jsonPath/parsePath.ts';
import { JsonByteTree } from '../../src/body/json/jsonByteTree.ts';
import { shownText } from '../../src/body/json/nodeFacts.ts';

interface Case {
  readonly name: string;
  readonly selector: string;
  readonly invalid_selector?: true;
  readonly document?: unknown;
  readonly result?: readonly unknown[];
  /** All permitted orders, if RFC 9535 does not define one. */
  readonly results?: readonly (readonly unknown[])[];
  readonly result_paths?: readonly string[];
  readonly results_paths?: readonly (readonly string[])[];
}

const require = createRequire(import.meta.url);
/** A package whose own tests contain the suite. */
const holder = path.dirname(require.resolve('jsonpath-rfc9535/package.json'));
const suite = path.join(holder, 'src/__tests__/jsonpath-compliance-test-suite/cts.json');
const { tests } = JSON.parse(fs.readFileSync(suite, 'utf8')) as { readonly tests: readonly Case[] };

interface Chosen {
  readonly values: readonly unknown[];
  readonly paths: readonly string[];
}

function choose(selector: string, document: unknown): Chosen {
  const parsed = parsePath(selector);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.message);
  const bytes = Buffer.from(JSON.stringify(document));
  const index = new JsonIndex(bytes);
  index.scan(Infinity);
  const hidden = new HiddenParts(bytes, []);
  const shown = (start: number, end: number): string => shownText(hidden, start, end);
  const values: unknown[] = [];
  const paths: string[] = [];
  new Evaluation(new JsonByteTree(index, hidden), { goOn: () => true }).run(parsed.query, (place) => {
    values.push(JSON.parse(bytes.subarray(place.start, place.end).toString()));
    paths.push(normalizedPath(pathOf(index, place, shown)));
    return true;
  });
  return { values, paths };
}

describe('the JSONPath Compliance Test Suite', () => {
  it('has all its 687 cases', () => assert.equal(tests.length, 687));

  for (const test of tests) {
    if (test.invalid_selector === true) {
      it(`refuses ${test.name}`, () => assert.equal(parsePath(test.selector).ok, false, test.selector));
      continue;
    }
    it(`chooses ${test.name}`, () => {
      const { values, paths } = choose(test.selector, test.document);
      const results = test.results ?? [test.result ?? []];
      const found = results.findIndex((result) => isDeepStrictEqual(result, values));
      assert.ok(found >= 0, `${test.selector}: ${JSON.stringify(values)}, not ${JSON.stringify(results)}`);
      const wanted = test.results_paths ?? (test.result_paths === undefined ? undefined : [test.result_paths]);
      if (wanted !== undefined)
        assert.ok(
          wanted.some((one) => isDeepStrictEqual(one, paths)),
          JSON.stringify(paths),
        );
    });
  }
});
