/** Req's equivalent of a placeholder of another client. */
export interface Spelling {
  /** A phrase for use after a colon. */
  readonly advice: string;
  /** The content of the braces, if one expression replaces it. */
  readonly fix: { readonly suggestion?: string };
}

const written = (content: string): Spelling => ({ advice: `write {{${content}}}`, fix: { suggestion: content } });
const advised = (advice: string): Spelling => ({ advice, fix: {} });

const oauth = advised('write # @auth oauth2');

const names: Readonly<Record<string, Spelling>> = {
  $date: written('$datetime "YYYY-MM-DD"'),
  $isoDate: written('$isoTimestamp'),
  $aadToken: oauth,
  $aadV2Token: oauth,
  $oidcAccessToken: oauth,
  $projectRoot: advised('write the path relative to the file'),
  $historyFolder: advised('write the path relative to the file'),
  $exampleServer: advised('write the address of the server'),
};

/** Req's equivalent of a placeholder that begins with `$` or selects a part of a message; undefined if there is none. */
export function spellingOf(content: string): Spelling | undefined {
  const [, name = ''] = /^(\$[\w.]*)/.exec(content) ?? [];
  const shared = /^\$(?:shared\s+|global\.)([\p{L}_][\p{L}\p{N}_-]*)$/u.exec(content)?.[1];
  if (shared !== undefined) return written(shared);
  const asked = /^\$(?:input|password|pick)(?:-askonce)?\s+([^$?]+?)\s*(?:\$value:.*)?$/.exec(content)?.[1];
  if (asked !== undefined) return written(`?${asked}`);
  if (Object.hasOwn(names, name)) return names[name];
  const part = /^([^.$][^.]*\.(?:request|response)\.(?:body|headers))(.*)$/.exec(content);
  if (part === null) return undefined;
  const [, message = '', path = ''] = part;
  if (/^\.(?:\*|\$)?$/.test(path)) return written(message);
  const steps = path.replace(/^\.\$?/, '').replace(/^(?=[^.[])/, '.');
  return /^(?:\.[\w-]+|\[\d+\])+$/.test(steps)
    ? written(`${message}${steps}`)
    : advised('a part is selected by its path, such as .items[0].id; a script can search');
}
