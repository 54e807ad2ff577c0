import { openWorkbench, type Session } from './openWorkbench.ts';
import { picture } from './picture.ts';

describe('completion in the workbench', () => {
  let session: Session;

  before(async () => {
    session = await openWorkbench({
      files: {
        'typed.req': '@host = http://127.0.0.1:4010\n@user = {"name": "Ada", "full name": "Ada Lovelace"}\n\n### New\n',
        // What is shown behind placeholders is no part of the lines that are looked for.
        '.vscode/settings.json': JSON.stringify({
          'editor.inlayHints.enabled': 'off',
          'workbench.colorTheme': process.env['REQ_THEME'] ?? 'Default Light Modern',
        }),
        'other.req': '### Other\nGET {{host}}/users/7\nX-Tenant: acme\n',
      },
    });
  });

  after(async () => {
    await session.close();
  });

  it('writes a whole request by accepting the offered items', async () => {
    const { workbench } = session;
    const { keyboard } = workbench.page;
    const widget = workbench.page.locator('.suggest-widget.visible');
    const offered = (label: string) => widget.locator('.monaco-list-row .label-name', { hasText: new RegExp(`^${label}$`) }).first();
    const shot = (name: string): Promise<void> => picture(workbench.page, name);
    const take = async (typed: string, label: string): Promise<void> => {
      await keyboard.type(typed);
      await offered(label).waitFor();
      await widget.locator('.monaco-list-row.focused .label-name', { hasText: new RegExp(`^${label}$`) }).waitFor();
      await shot(`take-${label.replaceAll(/\W+/g, '_')}`);
      await keyboard.press('Enter');
    };
    await workbench.openFile('typed.req');
    await workbench.codeLens(/Send/).or(workbench.line('### New')).first().waitFor();
    await workbench.line('### New').click();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await take('PO', 'POST');
    await take('', '\\{\\{host\\}\\}');
    await keyboard.type('/x/');
    await keyboard.type('{{');
    await take('us', 'user');
    await take('.', 'full name');
    await workbench.line('POST {{host}}/x/{{user["full name"]}}').waitFor();
    await keyboard.press('End');
    await keyboard.press('Enter');
    await take('X-T', 'X-Tenant');
    // What stands there whole already is not taken: Enter begins the next line.
    await keyboard.type('acme');
    await offered('acme').waitFor();
    await keyboard.press('Enter');
    await take('Conte', 'Content-Type');
    await take('', 'application\\/json');
    await workbench.line('Content-Type: application/json').waitFor();
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    // At a person's pace: VS Code closes quotes by colours, which follow the keys.
    await keyboard.type('{"id": "{{', { delay: 80 });
    await take('$uu', '\\$uuid');
    // Whether VS Code has closed the brace of a line just begun depends on how quickly its colours follow.
    await workbench.line('{"id": "{{$uuid}}"').waitFor();
    await keyboard.press('Control+End');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('??');
    await take(' st', 'status');
    await take('', '==');
    await take('20', '200');
    await workbench.line('?? status == 200').waitFor();
    await shot('end');
  });
});
