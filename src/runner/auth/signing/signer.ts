import type { RequestAuth } from '../../../language/index.ts';
import { awsSigner } from './awsSigner.ts';
import { digestSigner } from './digestSigner.ts';
import { hawkSigner } from './hawkSigner.ts';
import { jwtSigner } from './jwtSigner.ts';
import { oauth1Signer } from './oauth1Signer.ts';
import type { Signer } from './signerTypes.ts';
import { wsseSigner } from './wsseSigner.ts';

/** The signer of a request's credentials; undefined if its headers already contain them. */
export function signerOf(auth: RequestAuth | undefined): Signer | undefined {
  switch (auth?.kind) {
    case undefined:
      return undefined;
    case 'digest':
      return digestSigner(auth);
    case 'aws':
      return awsSigner(auth);
    case 'jwt':
      return jwtSigner(auth);
    case 'oauth1':
      return oauth1Signer(auth);
    case 'wsse':
      return wsseSigner(auth);
    case 'hawk':
      return hawkSigner(auth);
  }
}
