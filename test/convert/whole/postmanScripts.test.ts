import assert from 'node:assert/strict';
import vm from 'node:vm';
import { postmanScript } from '../../../src/convert/postman/postmanScripts.ts';

const translated = (...lines: readonly string[]): { readonly text: string; readonly reported: readonly string[] } => {
  const reported: string[] = [];
  return { text: postmanScript(lines.join('\n'), (_, message) => reported.push(message)), reported };
};
const script = (...lines: readonly string[]): string => translated(...lines).text;
const warnings = (...lines: readonly string[]): readonly string[] => translated(...lines).reported;

/** Runs a script with a small `tool` in place of Req's, and returns its tests with their results. */
function run(source: string, body = '{}', values: Readonly<Record<string, string>> = {}): readonly string[] {
  const results: string[] = [];
  const tool = {
    test: (name: string, fn: () => void) => {
      try {
        fn();
        results.push(`${name}: passed`);
      } catch {
        results.push(`${name}: failed`);
      }
    },
    expect: (value: unknown) => ({ to: { equal: (other: unknown) => assert.equal(value, other) } }),
    getVar: (name: string) => values[name],
  };
  vm.runInNewContext(source, { tool, response: { text: body, status: 200 } });
  return results;
}

describe('old scripts of Postman that are translated', () => {
  it('set tests in every form: in conditions, by computed names, over several lines', () => {
    const source = script(
      'var data = JSON.parse(responseBody);',
      'if (data.ok) tests["is ok"] = true;',
      'tests["over lines"] = data.list.some(function (x) {',
      '  return x > 1;',
      '});',
      'for (var i = 0; i < 2; i++) { tests["n" + i] = data.list[i] === i; }',
      'var name = "named"; tests[name] = responseCode.code === 200;',
    );
    assert.deepEqual(run(source, '{"ok":true,"list":[0,2]}'), [
      'is ok: passed',
      'over lines: passed',
      'n0: passed',
      'n1: failed',
      'named: passed',
    ]);
    assert.deepEqual(warnings('if (1) tests["a"] = true;'), []);
  });

  it('read tests that they set', () => {
    const source = script('tests["a"] = 1 === 1;', 'if (tests["a"]) { tests["b"] = true; }');
    assert.deepEqual(run(source), ['a: passed', 'b: passed']);
  });

  it('read environment and globals as variables', () => {
    const source = script('tests["x"] = environment.x === "1" && globals["y z"] === "2" && environment[`w`] === "3";');
    assert.deepEqual(run(source, '', { x: '1', y_z: '2', w: '3' }), ['x: passed']);
    assert.deepEqual(warnings('tests["x"] = environment.x === globals.y;'), []);
  });

  it('report what differs: an assignment to environment, and eval', () => {
    assert.match(warnings('environment.x = 1;').join(), /Script, line 1: environment/);
    assert.match(warnings('eval(globals.helpers);').join(), /eval/);
  });
});
