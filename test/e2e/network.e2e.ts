import { clickUntil } from './clickUntil.ts';
import { issuedCertificate, startServer, type TestServer } from '../support/server.ts';
import { openWorkbench, type Session } from './openWorkbench.ts';
import { panelOf } from './panel.ts';

describe('a connection in the workbench', () => {
  let server: TestServer;
  let session: Session;

  before(async () => {
    server = await startServer({ tls: issuedCertificate('expired') });
    session = await openWorkbench({
      files: { 'a.req': `### Checked\nGET ${server.url}/json\n\n### Not checked\n# @insecure\nGET ${server.url}/json\n` },
    });
    await session.workbench.openFile('a.req');
  });

  after(async () => {
    await session.close();
    await server.close();
  });

  it('whose certificate was not checked is shown as not secure, with its certificate; one that is refused says why', async () => {
    const { workbench } = session;
    const panel = panelOf(workbench);
    await clickUntil(workbench.codeLens(/Send \(not secure\)/), () => server.requests.length > 0);
    await panel.shows(/200 OK/);
    await panel.shows(/Not secure/);
    await panel.openTab(/Timeline/);
    const page = workbench.webview();
    await page.getByText(/TLSv1\.3, TLS_/).waitFor();
    await page.getByText('O=Req, CN=localhost, issued by O=Req, CN=Req Test CA, valid from 2020-01-01 to 2021-01-01').waitFor();
    await page
      .getByText(/expired [\d,]+ days ago/)
      .first()
      .waitFor();
    await page.getByText(/It would have been refused: (?:CERT_HAS_EXPIRED|UNABLE_TO)/).waitFor();
    await workbench.openFile('a.req');
    const refused = panel.failure.filter({ hasText: /The certificate of 127\.0\.0\.1:\d+ .*issued to O=Req, CN=localhost/ });
    await clickUntil(workbench.codeLens(/Send/).first(), refused);
  });
});
