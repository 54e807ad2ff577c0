/** A hint for a URL in place of a file. `path.resolve` leaves one slash of `https://`. */
export function hintForUrl(text: string): string | undefined {
  const url = /^(https?:)\/{1,2}(.*)$/i.exec(text);
  return url === null ? undefined : `A request is read from a file or standard input: echo 'GET ${url[1]}//${url[2]}' | req send -`;
}

/** A hint for a path that does not exist, if it is a URL, a place such as `users.req:12`, or a pattern that no shell has replaced. */
export function hintForPath(shown: string): string | undefined {
  const url = hintForUrl(shown);
  if (url !== undefined) return url;
  const place = /^(.+\.\w+):(\d+)(?::\d+)?$/.exec(shown);
  if (place !== null) return `To send the request at that line: req send ${place[1]} -l ${place[2]}`;
  return /[*?]/.test(shown) ? 'Name a folder instead of a pattern: req finds the files in it.' : undefined;
}
