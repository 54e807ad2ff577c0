import { scriptRules, translateScript } from '../import/scripts/importedScripts.ts';
import { variableName } from '../import/layout/fileNames.ts';
import type { AddNote } from '../import/importResult.ts';

const names = scriptRules({
  tc: { problem: 'Req has no such function.' },
  'tc.setVar': 'tool.setVar',
  'tc.getVar': 'tool.getVar',
  'tc.test': 'tool.test',
  'tc.request': { problem: 'Req has no such function.' },
  'tc.request.name': 'request.name',
  'tc.request.method': 'request.method',
  'tc.response': { problem: 'Req has no such function.' },
  'tc.response.status': 'response.status',
  'tc.response.json': 'response.body',
  'tc.response.text': 'response.text',
  'tc.response.time': 'response.duration',
  expect: 'tool.expect',
});

/** Translates a script from `tc.*` to `tool.*`. Unknown calls stay unchanged and are reported. */
export function thunderScript(source: string, addNote: AddNote): string {
  const { text, problems } = translateScript(source, { names, variable: variableName });
  for (const p of problems) addNote('warning', `Script, line ${p.line}: ${p.message}`);
  return text;
}
