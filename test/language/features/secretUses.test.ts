import assert from 'node:assert/strict';
import type { FileView } from '../../../src/language/index.ts';
import { secretUses, type SecretUse } from '../../../src/language/onDemand.ts';
import { inspect } from '../../support/inspect.ts';

describe('the places where a collection names its secrets', () => {
  const text =
    '\ufeff@key = Bearer {{ $secret.KEY | url }}\r\n\r\n### a\r\n< {%\r\n  tool.interpolate("{{$secret.SCRIPT}}");\r\n%}\r\n' +
    'POST http://h/{{$secret.PATH}}?a=\\{{$secret.ESCAPED}}\r\nX: {{$secret["my key"]}}\r\n# {{$secret.COMMENT}}\r\n\r\n{"a": "{{$secret.BODY}}", "b": "{{secret.x}}"}\r\n';
  let view: FileView;
  let found: readonly SecretUse[];

  before(async () => {
    ({ view } = await inspect(text, {
      files: { 'folder.req': 'X-Folder: {{$secret.FOLDER}}' },
      environments: { dev: { list: [{ deep: 'x {{$secret.ENVIRONMENT}}' }] } },
    }));
    found = [...secretUses(view)];
  });

  it('are found in requests, definitions, scripts, shared files and environment files, and nowhere else', () => {
    assert.deepEqual(found.map((u) => u.name).toSorted(), ['BODY', 'ENVIRONMENT', 'FOLDER', 'KEY', 'PATH', 'SCRIPT', 'my key'].toSorted());
  });

  it('are reported with their ranges', () => {
    for (const { name, file, range } of found)
      if (file === view.file) assert.match(text.slice(range.start, range.end), new RegExp(`^\\{\\{.*${name}.*\\}\\}$`));
  });
});
