export const pages: readonly string[];
export const sidebar: readonly {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}[];
