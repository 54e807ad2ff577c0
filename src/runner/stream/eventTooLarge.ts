import { ReqError } from '../../base/reqError.ts';

export function tooManyLines(maxLines: number): ReqError {
  return new ReqError('limit', `One event of the stream has more than ${maxLines} lines of data.`, {
    hint: 'The events before it are kept.',
  });
}

export function eventTooLarge(maxEventSize: number): ReqError {
  return new ReqError('limit', `One event of the stream is larger than ${maxEventSize} bytes.`, {
    hint: 'The events before it are kept.',
  });
}
