export function problemsOf(site: { readonly out: string; readonly base: string; readonly pages: readonly string[] }): readonly string[];
