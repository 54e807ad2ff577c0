import type { ResolvedRequest, SendOptions, Taint } from '../../../language/index.ts';
import { SentFiles } from '../values/bodyFiles.ts';
import { RunTaint } from '../permissions/gate.ts';
import { HiddenParts } from '../permissions/hiddenParts.ts';

/** Server and connection options of a request. */
export interface RequestTarget {
  readonly wireUrl: ResolvedRequest['wireUrl'];
  readonly connection: SendOptions['connection'];
}

/** The request of a run as far as it is resolved. The gate and token requests read it before it is complete. */
export class OutgoingRequest {
  /** Environment names and files in the values of variables, scripts and other requests. */
  readonly taint = new RunTaint();
  readonly bodyFiles = new SentFiles();
  readonly hidden = new HiddenParts();
  secretNames: readonly string[] = [];
  /** Names of the secrets in the cookies of the message that is prepared: each hop has its own cookies. */
  cookieSecrets: readonly string[] = [];
  /** Undefined until the URL is resolved. */
  target: RequestTarget | undefined;

  /** Taint of the values and of the body. */
  get madeFrom(): Taint {
    return { env: this.taint.env, files: [...new Set([...this.taint.files, ...this.bodyFiles.paths()])] };
  }
}
