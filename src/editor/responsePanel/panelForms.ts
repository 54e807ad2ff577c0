import { randomUUID } from 'node:crypto';
import type { FormField, FromPanel, ToPanel } from '../../protocol/messages.ts';
import type { Form } from '../sending/questions.ts';

interface Open {
  readonly askId: string;
  readonly title: string;
  readonly sends: boolean;
  /** The fields with the current drafts. */
  fields: readonly FormField[];
  readonly end: (answers: readonly string[] | undefined) => void;
}

/** Queue of the forms that the panel's page shows. */
export class PanelForms {
  readonly #post: (message: ToPanel) => void;
  #open: readonly Open[] = [];

  constructor(post: (message: ToPanel) => void) {
    this.#post = post;
  }

  /** Undefined if the user dismissed the form or the signal aborted. */
  ask({ title, fields, sends }: Form, signal: AbortSignal): Promise<readonly string[] | undefined> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(undefined);
      const askId = randomUUID();
      const giveUp = (): void => end(undefined);
      const end = (answers: readonly string[] | undefined): void => {
        signal.removeEventListener('abort', giveUp);
        this.#open = this.#open.filter((o) => o.askId !== askId);
        this.#post({ type: 'asked', askId });
        this.show();
        resolve(answers);
      };
      signal.addEventListener('abort', giveUp);
      this.#open = [...this.#open, { askId, title, sends, fields, end }];
      if (this.#open.length === 1) this.show();
    });
  }

  /** Sends the first form to the page. */
  show(): void {
    const [first] = this.#open;
    if (first !== undefined) this.#post({ type: 'ask', askId: first.askId, title: first.title, sends: first.sends, fields: first.fields });
  }

  receive(message: Extract<FromPanel, { readonly askId: string }>): void {
    const form = this.#open.find((o) => o.askId === message.askId);
    if (form === undefined) return;
    if (message.type === 'notAnswered') form.end(undefined);
    else if (message.type === 'draft')
      form.fields = form.fields.map((f, i) => (i === message.field && !f.hidden ? { ...f, value: message.value } : f));
    else if (message.values.length === form.fields.length && !form.fields.some((f, i) => f.required && message.values[i] === ''))
      form.end(message.values);
  }

  giveUp(): void {
    for (const { end } of this.#open) end(undefined);
  }
}
