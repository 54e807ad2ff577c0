import { filledText, named, writtenText, type Named } from '../clients/placeholders.ts';

/** Bruno reads the process environment by `{{process.env.NAME}}`. */
export const nameOf: Named = (name) => {
  const variable = /^process\.env\.([A-Za-z_]\w*)$/.exec(name)?.[1];
  return variable === undefined ? named(name) : `$env.${variable}`;
};

/** A text with its placeholders filled in. */
export const filled = (text: unknown): string => filledText(String(text), nameOf);

/** A text of a request, with the placeholders that the script contains filled in. */
export const written = (text: unknown): string => writtenText(String(text), nameOf);
