import type { TextMode } from '../../protocol/bodyRows.ts';
import type { BodyView, ToPanel } from '../../protocol/messages.ts';
import type { KeptBody } from '../../runner/index.ts';
import { BodyServices } from '../bodyText/bodyServices.ts';
import { BodyLines } from '../bodyText/bodyLines.ts';
import type { Decode } from '../bodyText/responseText.ts';
import type { HidingSecrets } from './hiding.ts';

/** Rows that the page asks for at once. */
const firstRows = 200;

/** How the runner reads bytes as text. */
export interface TextDecoding {
  readonly decode: Decode;
  /** The name of the encoding of a body by its first bytes. */
  readonly charsetOf: (bytes: Uint8Array, contentType: string | undefined) => string;
}

interface TextOfBody {
  readonly body: KeptBody;
  readonly view: BodyView;
  readonly contentType: string;
  readonly hiding: HidingSecrets;
  readonly charsetOf: TextDecoding['charsetOf'];
}

/** The text of a run's body, and how far it is read. */
export class RecordText {
  readonly #homes = new BodyServices();
  readonly #measured = new Map<string, ToPanel>();
  #lines: BodyLines | undefined;

  /** Undefined before `begin`. */
  get lines(): BodyLines | undefined {
    return this.#lines;
  }

  /** What the page is to be told of it again. */
  replay(): Iterable<ToPanel> {
    return this.#measured.values();
  }

  /** So many bytes have come. */
  prepare(bytes: number): void {
    this.#homes.prepare(bytes);
  }

  /** The body is whole, and is text. */
  begin(runId: string, { body, view, contentType, hiding, charsetOf }: TextOfBody, say: (message: ToPanel) => void): void {
    this.#lines = new BodyLines({
      homes: this.#homes,
      size: body.size,
      open: () => ({
        source: body.source(),
        charset: charsetOf(body.read(0, 4096), contentType),
        layout: view === 'json' || view === 'xml' ? view : 'none',
        secrets: hiding.secrets(),
      }),
      secretsMet: () => hiding.secretsMet(),
      tell: (told) => {
        const message: ToPanel = { ...told, runId };
        if (message.type === 'measured') this.#measured.set(message.mode, message);
        say(message);
      },
    });
  }

  /** Tells the first rows, which the page then need not ask for; where there are none, it learns why when it asks. */
  async tellFirst(runId: string, mode: TextMode, say: (message: ToPanel) => void): Promise<void> {
    const rows = await this.#lines?.rows(mode, 0, firstRows).catch(() => undefined);
    if (rows !== undefined) say({ type: 'rows', runId, mode, ...rows });
  }

  dispose(): void {
    this.#lines?.dispose();
    this.#homes.dispose();
  }
}
