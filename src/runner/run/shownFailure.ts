import type { ReceivedExcerpt, Failure, Place } from '../../base/reqError.ts';
import type { MaskBox } from './permissions/maskEvents.ts';

/**
 * Masks a failure for display.
 * @param own place of failures that have none, such as an unreachable server: the request line
 */
export function shownFailure(failure: Failure, own: Place, mask: MaskBox): Failure {
  return {
    ...(failure.kind === 'cancelled' ? {} : { at: own }),
    ...failure,
    message: mask.applyToMessage(failure.message),
    ...(failure.hint === undefined ? {} : { hint: mask.applyToMessage(failure.hint) }),
    ...(failure.problems === undefined
      ? {}
      : {
          problems: failure.problems.map((p) => ({
            ...p,
            message: mask.applyToMessage(p.message),
            written: mask.applyToMessage(p.written),
          })),
        }),
    ...(failure.came === undefined ? {} : { came: maskedExcerpt(failure.came, mask) }),
  };
}

function maskedExcerpt({ text, wrongAt }: ReceivedExcerpt, mask: MaskBox): ReceivedExcerpt {
  const shown = mask.applyToMessage(text);
  // Masking a secret before the offset shifts it; inside a masked secret it moves to the end of the mask.
  const at = wrongAt === undefined || shown === text ? wrongAt : mask.applyToMessage(text.slice(0, wrongAt)).length;
  return { text: shown, wrongAt: at };
}
