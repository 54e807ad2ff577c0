import type { RequestAuth } from '../../language/index.ts';
import { awsSigner } from './awsSigner.ts';
import { digestSigner } from './digestSigner.ts';
import type { Signer } from './signerTypes.ts';

/** The signer of a request's credentials; undefined if its headers contain them already. */
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
