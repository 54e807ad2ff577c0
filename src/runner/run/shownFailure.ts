import type { ReceivedExcerpt, Failure, Place } from '../../base/reqError.ts';
import type { MaskBox } from './maskEvents.ts';

/**
 * A failure as it may be shown.
 * @param own what has no place of its own, such as a server that is not there, is told at the request line
 */
export function shownFailure(failure: Failure, own: Place, mask: MaskBox): Failure {
  return {
    ...(failure.kind === 'cancelled' ? {} : { at: own }),
    ...failure,
    message: mask.applyToMessage(failure.message),
    ...(failure.hint === undefined ? {} : { hint: mask.applyToMessage(failure.hint) }),
    ...(failure.came === undefined ? {} : { came: shownCame(failure.came, mask) }),
  };
}

function shownCame({ text, wrongAt }: ReceivedExcerpt, mask: MaskBox): ReceivedExcerpt {
  const shown = mask.applyToMessage(text);
  // A secret before it moves it, and one that it stands in hides it.
  const at = wrongAt === undefined || shown === text ? wrongAt : mask.applyToMessage(text.slice(0, wrongAt)).length;
  return { text: shown, wrongAt: at };
}
