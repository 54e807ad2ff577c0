import { ReqError } from '../../base/reqError.ts';

export function eventTooLarge(maxEventSize: number): ReqError {
  return new ReqError('limit', `One event of the stream is larger than ${maxEventSize} octets.`, {
    hint: 'The events before it are kept.',
  });
}
