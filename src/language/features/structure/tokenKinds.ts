import type { Range } from '../../../base/text/text.ts';

export type TokenKind = 'reqVariable' | 'reqDynamic' | 'reqSecret' | 'reqUndefined';
export const tokenKinds: readonly TokenKind[] = ['reqVariable', 'reqDynamic', 'reqSecret', 'reqUndefined'];

export interface SemanticToken {
  readonly range: Range;
  readonly kind: TokenKind;
}
