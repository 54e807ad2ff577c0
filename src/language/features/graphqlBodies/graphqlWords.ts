import { escape, fence } from '../hover/hoverMarkdown.ts';

/** Maximum shown characters of a description. */
const longest = 4000;

/** Types and descriptions of a schema as Markdown. They come from servers, so they are escaped: images in them would be fetched. */
export function graphqlWords({
  signature,
  description,
  deprecated,
}: {
  readonly signature?: string | undefined;
  readonly description?: string | undefined;
  readonly deprecated?: string | undefined;
}): string {
  const parts = signature === undefined ? [] : [fence(signature.slice(0, longest), 'graphql')];
  if (deprecated !== undefined) parts.push(`⚠ Deprecated: ${escape(deprecated.slice(0, longest))}`);
  if (description !== undefined && description.trim() !== '') {
    const shown = description.length > longest ? `${description.slice(0, longest)}…` : description;
    parts.push(...shown.split(/(?:\r\n|\n|\r)\s*(?:\r\n|\n|\r)/).map(escape));
  }
  return parts.join('\n\n');
}
