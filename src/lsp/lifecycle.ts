import {
  ErrorCodes,
  LSPErrorCodes,
  Message,
  ResponseError,
  type Connection,
  type ConnectionOptions,
  type RequestMessage,
} from 'vscode-languageserver/node';

/** Answers a request that the client cancels before it is handled: an editor cancels most requests while its user types. */
const cancelUndispatched: NonNullable<NonNullable<ConnectionOptions['connectionStrategy']>['cancelUndispatched']> = (message) =>
  Message.isRequest(message)
    ? { jsonrpc: '2.0', id: message.id, error: { code: LSPErrorCodes.RequestCancelled, message: 'Cancelled.' } }
    : undefined;

/** The method by which a refused request is handled; its parameter is the error. */
const refusedMethod = 'req/refused';

interface Refusal {
  readonly code: number;
  readonly message: string;
}

/**
 * Options of a connection that follow the life of a session: before `initialize` and after `shutdown`, requests are answered with an error
 * and notifications are ignored, except for `exit`.
 */
export function lifecycleOptions(): ConnectionOptions {
  let state: 'new' | 'running' | 'over' = 'new';
  const refusalOf = (method: string): Refusal | undefined => {
    if (state === 'over') return { code: ErrorCodes.InvalidRequest, message: 'The session was shut down. Only exit may follow.' };
    if (method === 'initialize')
      return state === 'new' ? undefined : { code: ErrorCodes.InvalidRequest, message: 'The session is already initialized.' };
    return state === 'new' ? { code: ErrorCodes.ServerNotInitialized, message: 'The first request must be initialize.' } : undefined;
  };
  return {
    connectionStrategy: { cancelUndispatched },
    messageStrategy: {
      handleMessage(message, next) {
        if (Message.isRequest(message)) {
          const refusal = refusalOf(message.method);
          if (refusal !== undefined) {
            const refused: RequestMessage = { ...message, method: refusedMethod, params: { ...refusal } };
            return next(refused);
          }
          if (message.method === 'initialize') state = 'running';
          if (message.method === 'shutdown') state = 'over';
        } else if (Message.isNotification(message)) {
          const isIgnored = state !== 'running' && message.method !== 'exit' && !message.method.startsWith('$/');
          if (isIgnored) return;
        }
        return next(message);
      },
    },
  };
}

export function answerRefused(connection: Connection): void {
  connection.onRequest(refusedMethod, ({ code, message }: Refusal) => new ResponseError(code, message));
}
