import assert from 'node:assert/strict';
import { modulePaths, scriptImports } from '../../src/base/scriptImports.ts';

describe('the imports of a script', () => {
  for (const [text, paths] of [
    ['import a from "./a.js"; x()', ['./a.js']],
    [
      "// first\n/* then */ import * as b from '../b.js'\nimport c, { d as e, f } from './c.js' with { type: 'json' };\ncode()",
      ['../b.js', './c.js'],
    ],
    ['import{a}from"./a.js"', ['./a.js']],
    ['import "./a.js"', ['./a.js']],
    ['code(); import a from "./a.js"', []],
    ['import("./a.js")', []],
    ['importer.from("./a.js")', []],
    ['import a from "./a.js', []],
    ['', []],
  ] as const) {
    it(JSON.stringify(text), () => {
      const found = scriptImports(text);
      assert.deepEqual(
        found.paths.map((path) => path.text),
        paths,
      );
      for (const { start, end, text: path } of found.paths) assert.equal(text.slice(start, end), path);
      if (paths.length === 0) assert.equal(found.end, 0);
    });
  }

  it('are followed by the files that it requires', () => {
    const text = 'import a from "./a.js";\nrequire("../b.js"); require("lodash"); x.require("./no.js")';
    const found = modulePaths(text);
    assert.deepEqual(
      found.map((path) => path.text),
      ['./a.js', '../b.js'],
    );
    for (const { start, end, text: path } of found) assert.equal(text.slice(start, end), path);
  });
});
