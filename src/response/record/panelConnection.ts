import type { PanelTls } from '../../protocol/messages.ts';
import type { ConnectionInfo } from '../../runner/index.ts';

export function panelConnection({ address, proxy: proxyUrl, tls }: ConnectionInfo): {
  readonly address: string;
  readonly proxy: string | null;
  readonly tls: PanelTls | null;
} {
  const proxy = proxyUrl ?? null;
  if (tls === undefined) return { address, proxy, tls: null };
  const { version, cipher, verified, problem, chain } = { ...tls, problem: tls.problem ?? null };
  return { address, proxy, tls: { version, cipher, verified, problem, chain } };
}
