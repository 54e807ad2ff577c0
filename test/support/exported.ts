import { createFinder } from '../../src/base/masks/mask.ts';
import { exportRequests, type ExportTarget, type RequestToExport } from '../../src/convert/export/index.ts';
import type { BodyPart } from '../../src/language/index.ts';
import { describe as describeSent } from '../../src/runner/http/exchange/exchange.ts';
import { resolved, settings, type RequestParts } from './exchange.ts';

export async function toExport(url: string, parts: RequestParts, name = 'test'): Promise<RequestToExport> {
  const request = { ...resolved(url, parts), name };
  return { resolved: request, sent: await describeSent(request, settings), status: 200, checks: 0 };
}

/** The text of an export; files are shown as `<path>`. */
export function exportedText(to: ExportTarget, requests: readonly RequestToExport[], plain = true): string {
  const shown = (p: BodyPart): string => (p.kind === 'text' ? p.text : `<${p.path}>`);
  return exportRequests(to, requests, { plain, names: new Map([['tell-nobody', 'API_KEY']]), finderOf: createFinder })
    .parts.map(shown)
    .join('');
}
