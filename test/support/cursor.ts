/** The bar before a filter has a space on both sides; any other bar is the cursor. */
const mark = /\|(?! )|(?<! )\|/g;

/** A text in which `|` marks the cursor: the text without the mark, and the mark's offset. Without one the cursor is undefined. */
export function cursor(marked: string): { readonly text: string; readonly offset: number | undefined } {
  const marks = [...marked.matchAll(mark)];
  if (marks.length > 1) throw new Error('two cursors in one text');
  const offset = marks[0]?.index;
  return offset === undefined ? { text: marked, offset } : { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
