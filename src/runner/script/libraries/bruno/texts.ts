import { filledText, named } from '../clients/placeholders.ts';

/** A text with its placeholders filled in. Bruno reads the process environment by `{{process.env.NAME}}`. */
export const filled = (text: unknown): string =>
  filledText(String(text), (name) => {
    const variable = /^process\.env\.([A-Za-z_]\w*)$/.exec(name)?.[1];
    return variable === undefined ? named(name) : `$env.${variable}`;
  });
