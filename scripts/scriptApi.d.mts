/** The API of scripts as types/req-script.d.ts describes it. */
export function readApi(text?: string): readonly {
  readonly name: string;
  readonly base: string | undefined;
  readonly doc: string;
  readonly members: readonly { readonly name: string; readonly signature: string; readonly isMethod: boolean; readonly doc: string }[];
}[];
/** What is made from it: by path, the text. */
export const made: Readonly<Record<string, () => string>>;
