import type { Header, ResolvedRequest } from '../../../language/index.ts';
import type { Target } from '../../http/exchange/checkRequest.ts';
import type { Body } from '../../http/exchange/measureBody.ts';
import type { ResponseHead } from '../../ports/events.ts';

/** A message about to be sent, without its credentials. */
export interface Unsigned {
  readonly request: ResolvedRequest;
  readonly target: Target;
  readonly body: Body;
}

/** Parts that signing adds to a message. */
export interface Signed {
  readonly headers: readonly Header[];
  /** Parameters that are added to the query, or to the form in the body. They are encoded by RFC 3986. */
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly form?: readonly (readonly [name: string, value: string])[];
  /** Texts in the headers that are masked everywhere. */
  readonly hides: readonly string[];
}

export interface Signer {
  /** @throws {ReqError} `header` if the credentials cannot be computed */
  sign(message: Unsigned): Promise<Signed>;
  /**
   * Called with each response to a signed message. Returns true if the response requires other credentials that can be computed: its body
   * is then discarded, and the request is signed and sent again.
   */
  answered(head: ResponseHead, target: Target): boolean;
}
