import { piecesOf, variableMark } from '../text/marks.ts';
import type { RequestToExport } from './model.ts';

/** A placeholder of a secret, with its name. */
export const secretPlaceholder = /^\{\{\s*\$secret\.(\w+)\s*\}\}$/;

const plainName = /^\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}$/u;

/**
 * Restores variables in resolved texts. A text is written with its placeholders only if filling them in gives exactly the sent text, so the
 * export never sends another message.
 */
export class WrittenTexts {
  readonly #values = new Map<string, string>();

  /** The variables in use with their values. */
  get variables(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** The one of `candidates` that results in `sent`, else `sent`. `conflict` receives the names that already have another value. */
  of({ written }: RequestToExport, sent: string, candidates: readonly string[], conflict: (name: string) => void): string {
    if (written === undefined) return sent;
    for (const candidate of candidates) {
      const used = new Map<string, string>();
      let filled = candidate;
      let shown = candidate;
      for (const { placeholder, text, source } of written.values) {
        const secret = source.kind === 'secret' ? secretPlaceholder.exec(placeholder)?.[1] : undefined;
        if (secret !== undefined) {
          const mark = variableMark(`REQ_SECRET_${secret}`);
          filled = filled.replaceAll(placeholder, mark);
          shown = shown.replaceAll(placeholder, mark);
        }
        const name = source.kind === 'variable' ? plainName.exec(placeholder)?.[1] : undefined;
        if (!candidate.includes(placeholder) || name === undefined) continue;
        filled = filled.replaceAll(placeholder, () => text);
        used.set(name, text);
      }
      if (used.size === 0 || filled !== sent) continue;
      const other = [...used].find(([name, text]) => (this.#values.get(name) ?? text) !== text);
      if (other !== undefined) {
        conflict(other[0]);
        continue;
      }
      for (const [name, text] of used) this.#values.set(name, text);
      return shown.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, '{{$1}}');
    }
    return sent;
  }
}

/** The name of a secret in a client with variables of its own: `API_KEY` for `REQ_SECRET_API_KEY`. */
export const secretName = (variable: string): string => variable.replace(/^REQ_SECRET_/, '');

/** A text with `{{NAME}}` for its secrets. */
export const withSecretNames = (text: string): string =>
  piecesOf(text)
    .map((p) => (p.kind === 'variable' ? `{{${secretName(p.text)}}}` : p.text))
    .join('');
