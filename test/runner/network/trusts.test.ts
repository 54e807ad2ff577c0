import assert from 'node:assert/strict';
import fs from 'node:fs';
import tls from 'node:tls';
import { Trusts } from '../../../src/runner/http/connect/trustedCertificates.ts';
import { directNetwork } from '../../../src/runner/http/connect/networkOptions.ts';
import { sendRun, type SendRun } from '../../support/sendRun.ts';
import { issuedCertificate, startServer, tlsFixture, type TestServer } from '../../support/server.ts';

const ca = fs.readFileSync(tlsFixture('ca.pem'), 'utf8');
const own = fs.readFileSync(tlsFixture('cert.pem'), 'utf8');

describe('the certificate authorities that the system trusts', () => {
  const node = tls as { getCACertificates?: (kind: string) => readonly string[] };
  const { getCACertificates } = node;
  const asked: string[] = [];
  let server: TestServer;
  before(async () => {
    server = await startServer({ tls: issuedCertificate('server') });
  });
  after(() => server.close());
  beforeEach(() => {
    asked.splice(0);
    node.getCACertificates = (kind) => {
      asked.push(kind);
      return kind === 'system' ? [ca] : tls.rootCertificates;
    };
  });
  afterEach(() => {
    if (getCACertificates === undefined) delete node.getCACertificates;
    else node.getCACertificates = getCACertificates;
  });

  const sent = (network: Parameters<typeof sendRun>[1] = {}, text = `GET ${server.url}/json`): Promise<SendRun> =>
    sendRun({ 'a.req': text, 'ca.pem': ca, 'own.pem': own }, network);

  it('are trusted too, and read only after a certificate of an unknown issuer', async () => {
    const network = { ...directNetwork, systemCa: true };
    const first = await sent({ network }, `# @cacert ca.pem\nGET ${server.url}/json`);
    assert.equal(first.result.failure, undefined);
    assert.ok(!asked.includes('system'));
    const second = await sent({ network });
    assert.equal(second.result.failure, undefined);
    assert.ok(asked.includes('system'));
    const third = await sent({ network }, `# @cacert own.pem\nGET ${server.url}/json`);
    assert.equal(third.result.failure, undefined);
  });

  it('are not trusted if this is switched off, or if they cannot be read', async () => {
    assert.equal((await sent({ network: directNetwork })).result.failure?.kind, 'tls');
    delete node.getCACertificates;
    const { failure } = (await sent({ network: { ...directNetwork, systemCa: true } })).result;
    assert.match(failure?.message ?? '', /was issued by an unknown CA/);
  });

  it('are read once for the same files, and again for others', () => {
    const trusts = new Trusts();
    assert.equal(trusts.of([], false, undefined), undefined);
    const one = trusts.of([ca], true, undefined);
    assert.equal(trusts.of([ca], true, undefined), one);
    assert.notEqual(trusts.of([ca], false, undefined)?.id, one?.id);
    assert.notEqual(trusts.of([ca, own], true, undefined)?.id, one?.id);
    const wider = one?.wider?.();
    assert.notEqual(wider?.id, one?.id);
    assert.equal(trusts.of([ca], true, undefined), wider);
  });
});
