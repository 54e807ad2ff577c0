import type { TextMode } from '../../protocol/bodyRows.ts';
import type { BodyView, ToPanel } from '../../protocol/messages.ts';
import type { KeptBody } from '../../runner/index.ts';
import { BodyServices } from '../bodyText/bodyServices.ts';
import { BodyLines } from '../bodyText/bodyLines.ts';
import type { Decode } from '../bodyText/responseText.ts';
import type { HidingSecrets } from './hiding.ts';

/** Rows sent with the end of the body; the page would request as many. */
const firstRows = 200;

export interface TextDecoding {
  readonly decode: Decode;
  /** The encoding of a body, also by its first bytes. */
  readonly charsetOf: (bytes: Uint8Array, contentType: string | undefined) => string;
}

interface TextOfBody {
  readonly body: KeptBody;
  readonly view: BodyView;
  readonly contentType: string;
  readonly hiding: HidingSecrets;
  readonly charsetOf: TextDecoding['charsetOf'];
}

export class RecordText {
  readonly #services = new BodyServices();
  readonly #measured = new Map<string, ToPanel>();
  #lines: BodyLines | undefined;

  /** Undefined before `begin`. */
  get lines(): BodyLines | undefined {
    return this.#lines;
  }

  /** Messages for a page that opens later. */
  replay(): Iterable<ToPanel> {
    return this.#measured.values();
  }

  /**
   * Called while the body arrives.
   * @param bytes received so far
   */
  prepare(bytes: number): void {
    this.#services.prepare(bytes);
  }

  /** Called when a text body is complete. */
  begin(runId: string, { body, view, contentType, hiding, charsetOf }: TextOfBody, post: (message: ToPanel) => void): void {
    this.#lines = new BodyLines({
      services: this.#services,
      size: body.size,
      open: () => ({
        source: body.source(),
        charset: charsetOf(body.read(0, 4096), contentType),
        layout: view === 'json' || view === 'xml' ? view : 'none',
        secrets: hiding.secrets(),
      }),
      secretsMet: () => hiding.secretsMet(),
      report: (report) => {
        const message: ToPanel = { ...report, runId };
        if (message.type === 'measured') this.#measured.set(message.mode, message);
        post(message);
      },
    });
  }

  /**
   * Posts the first rows before the page requests them. Errors are ignored here; the page gets them when it requests
   * rows.
   */
  async postFirst(runId: string, mode: TextMode, post: (message: ToPanel) => void): Promise<void> {
    const rows = await this.#lines?.rows(mode, 0, firstRows).catch(() => undefined);
    if (rows !== undefined) post({ type: 'rows', runId, mode, ...rows });
  }

  dispose(): void {
    this.#lines?.dispose();
    this.#services.dispose();
  }
}
