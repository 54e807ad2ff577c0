export function githubSlug(text: string): string;
