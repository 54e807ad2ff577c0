import { maskText } from '../../base/masks/mask.ts';
import { piecesOf } from '../text/marks.ts';
import type { RequestToExport } from './model.ts';

/** A placeholder of a secret, with its name. */
export const secretPlaceholder = /^\{\{\s*\$secret\.(\w+)\s*\}\}$/;

const plainName = /^\{\{\s*([\p{L}_][\p{L}\p{N}_.-]*)\s*\}\}$/u;

type Written = NonNullable<RequestToExport['written']>['values'][number];

/** Called with variables whose values are written in their place. */
export interface WrittenNotes {
  /** It has another value in an earlier request. */
  readonly conflict: (name: string) => void;
  /** A client would encode its value in another way. */
  readonly encoded: (name: string) => void;
  /** The sent text does not result from the written one, which has variables. */
  readonly lost: () => void;
}

/** How a text as written results in the sent one. */
interface Aligned {
  /** The sent text with variables for the values that are sent as they are. */
  readonly shown: string;
  readonly used: ReadonlyMap<string, string>;
  readonly conflicts: readonly string[];
  readonly encoded: readonly string[];
}

/**
 * Restores variables in resolved texts. A value becomes its placeholder again only if filling it in gives exactly the sent text, so the
 * export never sends another message.
 */
export class WrittenTexts {
  readonly #values = new Map<string, string>();

  /** The variables in use with their values. */
  get variables(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** The sent text with the variables of the text as written; `sent` if it does not result from it. */
  of({ written }: RequestToExport, sent: string, candidates: readonly string[], { conflict, encoded, lost }: WrittenNotes): string {
    if (written === undefined) return sent;
    for (const candidate of candidates) {
      const aligned = this.#aligned(candidate, written.values, sent);
      if (aligned === undefined) continue;
      for (const name of aligned.conflicts) conflict(name);
      for (const name of aligned.encoded) encoded(name);
      for (const [name, text] of aligned.used) this.#values.set(name, text);
      return aligned.shown;
    }
    if (written.values.some((v) => isVariable(v) && candidates.some((c) => c.includes(v.placeholder)))) lost();
    return sent;
  }

  #aligned(candidate: string, values: readonly Written[], sent: string): Aligned | undefined {
    const used = new Map<string, string>();
    const conflicts = new Set<string>();
    const encoded = new Set<string>();
    let shown = '';
    let at = 0;
    /** Takes a part of the sent text. */
    const take = (end: number, as = sent.slice(at, end)): true => {
      shown += as;
      at = end;
      return true;
    };
    const literal = (text: string): boolean => {
      const end = endOf(text, sent, at)?.end;
      return end !== undefined && take(end);
    };
    const placeholder = (value: Written): boolean => {
      const { placeholder: whole, text, source } = value;
      if (sent.startsWith(whole, at))
        return take(
          at + whole.length,
          whole.replace(/^\{\{\s*|\s*\}\}$/g, (m) => m.trim()),
        );
      const mark = (source.kind === 'secret' || text.includes(maskText)) && sent.startsWith('\ufdd0', at) ? sent.indexOf('\ufdd1', at) : -1;
      if (mark >= 0) return take(mark + 1);
      const found = endOf(text, sent, at);
      if (found === undefined) return false;
      const name = isVariable(value) ? plainName.exec(whole)?.[1] : undefined;
      if (name === undefined) return take(found.end);
      if ((this.#values.get(name) ?? used.get(name) ?? text) !== text) conflicts.add(name);
      else if (!found.isSame) encoded.add(name);
      else {
        used.set(name, text);
        return take(found.end, `{{${name}}}`);
      }
      return take(found.end);
    };
    for (const part of partsOf(candidate, values))
      if (!(typeof part === 'string' ? literal(part) : part.some(placeholder))) return undefined;
    return at === sent.length ? { shown, used, conflicts: [...conflicts], encoded: [...encoded] } : undefined;
  }
}

const isVariable = ({ placeholder, source }: Written): boolean => source.kind === 'variable' && plainName.test(placeholder);

/** A text as written, split at its placeholders, each with all its values. */
function partsOf(text: string, values: readonly Written[]): readonly (string | readonly Written[])[] {
  const parts: (string | readonly Written[])[] = [];
  let from = 0;
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at)) {
    const found = values.filter((v) => v.placeholder !== '' && text.startsWith(v.placeholder, at));
    const [first] = found;
    if (first === undefined) {
      at++;
      continue;
    }
    parts.push(
      text.slice(from, at),
      found.filter((v) => v.placeholder === first.placeholder),
    );
    from = at += first.placeholder.length;
  }
  return [...parts, text.slice(from)];
}

/**
 * Where a text ends that is sent as it is, or in a URL with encoded characters. Undefined if it is not there. `isSame` if every client
 * encodes these characters: spaces and those outside of ASCII.
 */
function endOf(text: string, sent: string, from: number): { readonly end: number; readonly isSame: boolean } | undefined {
  let end = from;
  let isSame = true;
  for (const c of text) {
    const code = sent.startsWith(c, end) ? c : encodeURIComponent(c.toWellFormed());
    if (!sent.startsWith(code, end)) return undefined;
    if (code !== c && c !== ' ' && c <= '\u007f') isSame = false;
    end += code.length;
  }
  return { end, isSame };
}

/** The name of a secret in a client with variables of its own: `API_KEY` for `REQ_SECRET_API_KEY`. */
export const secretName = (variable: string): string => variable.replace(/^REQ_SECRET_/, '');

/** A text with `{{NAME}}` for its secrets. */
export const withSecretNames = (text: string): string =>
  piecesOf(text)
    .map((p) => (p.kind === 'variable' ? `{{${secretName(p.text)}}}` : p.text))
    .join('');
