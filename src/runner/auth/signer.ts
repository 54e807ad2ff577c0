import type { Header, RequestAuth, ResolvedRequest } from '../../language/index.ts';
import type { ResponseHead } from '../ports/events.ts';
import type { Body } from '../http/exchange/requestBody.ts';
import type { Target } from '../http/exchange/checkRequest.ts';
import { awsSigner } from './awsSigner.ts';
import { digestSigner } from './digestSigner.ts';

/** A message about to be sent, but for its credentials. */
export interface Unsigned {
  readonly request: ResolvedRequest;
  readonly target: Target;
  readonly body: Body;
}

/** What signing adds to a message. */
export interface Signed {
  readonly headers: readonly Header[];
  /** Texts in them that are shown nowhere. */
  readonly hides: readonly string[];
}

/** Credentials that depend on the message they go with, for one exchange. */
export interface Signer {
  /** @throws {ReqError} `header` where they cannot be made */
  sign(message: Unsigned): Promise<Signed>;
  /**
   * Looks at each response to a message it has signed. True where it asks for other credentials, which can be made: then its
   * body is read away, and the request is signed and sent again.
   */
  answered(head: ResponseHead, target: Target): boolean;
}

/** The signer of a request's credentials; undefined where they stand in its headers already. */
export function signerOf(auth: RequestAuth | undefined): Signer | undefined {
  switch (auth?.kind) {
    case undefined:
      return undefined;
    case 'digest':
      return digestSigner(auth);
    case 'aws':
      return awsSigner(auth);
  }
}
