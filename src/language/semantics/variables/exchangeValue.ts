import type { Value } from '../../../base/values/value.ts';
import type { Segment } from '../../syntax/path.ts';
import { stepsIntoExchange } from '../values/valuePath.ts';
import type { ExchangeValues } from './evaluation.ts';
import * as problems from './placeholderProblems.ts';
import type { SecretAccount } from './secrets/secretAccount.ts';
import { holdsSecret, isPieceOf } from './secrets/secretTexts.ts';
import { Unresolved } from './unresolved.ts';

/**
 * The value of `{{name.response…}}` or `{{name.request…}}`.
 * @param isSending whether to record if the value contains a secret; a preview only hides the exchange's secrets
 * @throws Unresolved if the request was not sent or the path does not exist
 */
export function exchangeValue(
  name: string,
  segments: readonly Segment[],
  exchanges: ExchangeValues,
  account: SecretAccount,
  isSending: boolean,
): Value {
  const exchange = exchanges.find(name);
  if (exchange === undefined) throw new Unresolved(problems.notSentYet(name));
  const result = stepsIntoExchange(exchange, segments);
  if (!result.ok) throw new Unresolved({ ...result.problem, inAnswer: true });
  const { value } = result;
  const hides = exchanges.hides?.(name) ?? [];
  // The response can contain secrets of the request.
  account.addSecrets(hides);
  if (account.addTaint(exchanges.taint?.(name))) account.keep(value);
  const side = segments[1]?.key;
  if (exchanges.isPartial?.(name) === true) {
    account.addSecret(`${name}.${side}`);
    account.isPartial = true;
    if (side === 'request') account.keep(value);
    return value;
  }
  const isPiece = side === 'request' && isPieceOf(value, hides);
  if (isPiece) account.keep(value);
  if (isSending && (isPiece || holdsSecret(value, hides))) account.addSecret(`${name}.${side}`);
  return value;
}
