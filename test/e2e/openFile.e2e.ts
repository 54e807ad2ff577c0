import { openWorkbench, type Session } from './openWorkbench.ts';

describe('a .req file in the workbench', () => {
  let session: Session;

  before(async () => {
    session = await openWorkbench({ files: { 'users.req': '### List the users\nGET http://127.0.0.1:4010/users\n' } });
  });

  after(async () => {
    await session.close();
  });

  it('opens in its own language', async () => {
    const { workbench } = session;
    await workbench.openFile('users.req');
    await workbench.line('GET http://127.0.0.1:4010/users').waitFor();
    await workbench.statusItem(/^Req$/).waitFor();
  });
});
