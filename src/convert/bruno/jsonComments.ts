const tokens = /"(?:[^"\\]|\\.)*"?|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)/g;

/** A JSON text without its comments, which Bruno does not send, and these comments. */
export function withoutJsonComments(json: string): { readonly text: string; readonly comments: readonly string[] } {
  const comments: string[] = [];
  if (!/^\s*(?:[{[]|\/[/*])/.test(json)) return { text: json, comments };
  const text = json.replace(tokens, (token) => {
    if (token.startsWith('"')) return token;
    comments.push(token.replace(/^\/[/*]+|\*+\/$/g, '').trim());
    return gone;
  });
  if (comments.length === 0) return { text: json, comments };
  const lines = text.split('\n').filter((line) => !line.includes(gone) || line.replaceAll(gone, '').trim() !== '');
  const kept = lines.map((line) => (line.includes(gone) ? line.replaceAll(gone, '').trimEnd() : line));
  return { text: kept.join('\n'), comments: comments.filter((c) => c !== '') };
}

/** Stands for a comment. JSON cannot contain it. */
const gone = '\0';
