import type { PanelTls } from '../../protocol/messages.ts';
import type { ConnectionInfo } from '../../runner/index.ts';

/** What a request went over, as the page is told. */
export function panelConnection({ address, proxy: way, tls }: ConnectionInfo): {
  readonly address: string;
  readonly proxy: string | null;
  readonly tls: PanelTls | null;
} {
  const proxy = way ?? null;
  if (tls === undefined) return { address, proxy, tls: null };
  const { version, cipher, verified, problem, chain } = { ...tls, problem: tls.problem ?? null };
  return { address, proxy, tls: { version, cipher, verified, problem, chain } };
}
