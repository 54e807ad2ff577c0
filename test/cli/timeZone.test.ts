import assert from 'node:assert/strict';
import { makeFolder, runReq } from '../support/command.ts';

describe('a script', () => {
  for (const [zone, minutes] of [
    ['Asia/Tokyo', -540],
    ['America/New_York', 300],
    ['UTC', 0],
  ] as const) {
    it(`uses the time zone of its user, not of the engine's build: ${zone}`, async () => {
      const folder = makeFolder({
        'a.req': '< {% tool.setVar("minutes", new Date(2026, 0, 1).getTimezoneOffset()) %}\nGET http://127.0.0.1:1/{{minutes}}\n',
      });
      try {
        const { stdout } = await runReq(['send', 'a.req', '--dry-run'], { cwd: folder.path, env: { TZ: zone, LANG: 'ja_JP.UTF-8' } });
        assert.match(stdout, new RegExp(`^GET http://127\\.0\\.0\\.1:1/${minutes} |^GET /${minutes} `));
      } finally {
        folder.remove();
      }
    });
  }
});
