/** `{name}` and `${name}`, as other tools write placeholders. Group 1 is the name. */
export const singleBraces = /\$?(?<!\{)\{([A-Za-z_][\w-]*)\}(?!\})/g;

/** What to write in their place. */
export const twoBraces = (name: string): string => `A placeholder has two braces: did you mean {{${name}}}?`;
