/** Our reader over the bytes of a connection, one response after the other. */
import { isReqError } from '../../../src/base/reqError.ts';
import { MalformedResponse } from '../../../src/runner/http/http1/malformedResponse.ts';
import { ResponseReader } from '../../../src/runner/http/http1/responseReader.ts';
import type { Outcome, ReadMessage } from './outcome.ts';

/**
 * Reads the responses of a connection. After a response that closes the connection, nothing is read. After others, the remaining bytes are
 * the next response, so two readers that disagree about a response's end give different results.
 * @param heads for each response whether it answers HEAD
 */
export function readByOwn(slices: readonly Buffer[], heads: readonly boolean[]): Outcome {
  const messages: ReadMessage[] = [];
  const reader = new ResponseReader();
  let finals = 0;
  let body: Buffer[] = [];
  let current: ReadMessage | undefined;
  const expect = (): void => {
    body = [];
    current = undefined;
    reader.expect(
      {
        informational: (head) => messages.push({ head, body: '', trailers: [], keeps: true, isWhole: true }),
        head: (head) => {
          current = { head, body: '', trailers: [], keeps: reader.framing?.persistent === true, isWhole: false };
          messages.push(current);
        },
        data: (bytes) => body.push(Buffer.from(bytes)),
        trailers: (headers) => {
          if (current !== undefined) current.trailers = headers;
        },
      },
      heads[finals] ?? false,
    );
  };
  const settle = (): void => {
    if (current === undefined) return;
    current.body = Buffer.concat(body).toString('latin1');
    current.isWhole = reader.isDone;
  };
  let at = 0;
  let begun = 0;
  expect();
  try {
    for (const slice of slices) {
      for (let rest = slice; rest.length > 0;) {
        if (reader.isDone) {
          settle();
          if (current?.keeps !== true) return { messages, refused: undefined, at };
          finals++;
          begun = at;
          expect();
        }
        reader.push(rest);
        at += rest.length - reader.surplus;
        rest = rest.subarray(rest.length - reader.surplus);
      }
    }
    reader.end();
    settle();
    return { messages, refused: undefined, at };
  } catch (e) {
    settle();
    if (e instanceof MalformedResponse) return { messages, refused: `${e.what}: ${e.reason}`, at: begun + e.byte - 1 };
    if (isReqError(e)) return { messages, refused: e.message, at: begun };
    throw e;
  }
}
