import { createMask } from '../../base/masks/mask.ts';
import type { RequestSummary } from '../../language/index.ts';
import { diagnosticsIn, hover, lookResolved, placeholdersOf } from '../../language/onDemand.ts';
import type { Known } from '../world/editorSurroundings.ts';
import { displayed } from './findTarget.ts';

const mostPlaceholders = 200;

/** The request as it would be sent, with its placeholders and problems; secrets are masked. */
export function explainRequest(known: Known, request: RequestSummary): unknown {
  const { block } = request;
  const looking = known.lookHidden(block);
  const view: Known = { ...known, look: (b) => (b === block ? looking : known.lookHidden(b)) };
  const { resolution } = lookResolved(view, block, 'keep');
  const resolved = resolution.ok ? resolution.request : undefined;
  const mask = (text: string): string => createMask([...looking.evaluation.secrets(), ...(resolved?.secrets ?? [])])(text);
  const placeholders = new Map<string, string>();
  for (const { placeholder } of placeholdersOf(known.tree, block)) {
    if (placeholders.size === mostPlaceholders) break;
    const explanation = hover(view, placeholder.range.start + 1)?.markdown;
    if (explanation !== undefined) placeholders.set(placeholder.text, mask(explanation).slice(0, 2000));
  }
  return {
    file: displayed(known.file),
    line: request.line,
    name: request.name,
    environment: known.environment ?? null,
    environments: known.collection.environments,
    protectedEnvironments: [...known.collection.protectedEnvironments],
    ...(resolved === undefined
      ? {}
      : {
          method: resolved.method,
          url: mask(resolved.wireUrl),
          headers: resolved.headers.map(([name, value]) => `${mask(name)}: ${mask(value)}`),
          body: resolved.body.map((part) => (part.kind === 'text' ? mask(part.text).slice(0, 4000) : `< ${displayed(part.path)}`)),
        }),
    placeholders: Object.fromEntries(placeholders),
    problems: diagnosticsIn(view, block.range).map(({ severity, message, range }) => ({
      severity,
      message: mask(message),
      line: known.tree.lines.positionAt(range.start).line + 1,
    })),
  };
}
