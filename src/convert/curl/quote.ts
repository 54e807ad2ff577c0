/** Quotes a text for Bash: unquoted if safe, `'…'`, or `$'…'` for control characters. Marks of environment variables become `"$NAME"`. */
export function quote(text: string): string {
  if (!text.includes('\ufdd0')) return quoteText(text);
  const pieces = text.split(/\ufdd0([A-Z_][A-Z0-9_]*)\ufdd1/i);
  return pieces.map((piece, i) => (i % 2 === 1 ? `"$${piece}"` : piece === '' && pieces.length > 1 ? '' : quoteText(piece))).join('');
}

function quoteText(text: string): string {
  if (/^[A-Za-z0-9_%+=:,./@-]+$/.test(text)) return text;
  if (!/[\u0000-\u0008\u000b-\u001f\u007f\u0080-\u009f\u2028\u2029]/.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${text.replace(/[\\'!\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, escapeOf)}'`;
}

function escapeOf(character: string): string {
  switch (character) {
    case '\\':
    case "'":
      return `\\${character}`;
    case '\n':
      return String.raw`\n`;
    case '\r':
      return String.raw`\r`;
    case '\t':
      return String.raw`\t`;
    default: {
      // Escape bytes, independent of the shell's locale. An exclamation mark would trigger history expansion in an interactive shell.
      let out = '';
      for (const byte of new TextEncoder().encode(character)) out += `\\x${byte.toString(16).padStart(2, '0')}`;
      return out;
    }
  }
}
