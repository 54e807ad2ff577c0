const tokens = /#[^\n\r]*|"""(?:\\"""|[^])*?"""|"(?:[^"\\\n\r]|\\.)*"|[{}()[\]]|[$@]?[_A-Za-z]\w*/g;

/** Names of the operations of a GraphQL document, in order; empty for an operation without a name. */
export function* operationNames(query: string): Generator<string> {
  let depth = 0;
  // The next token begins a definition, or is the name of an operation.
  let [begins, isName] = [true, false];
  for (const [token] of query.matchAll(tokens)) {
    if (/^[#"]/.test(token)) continue;
    if (isName) yield /^[_A-Za-z]/.test(token) ? token : '';
    isName = begins && /^(?:query|mutation|subscription)$/.test(token);
    if (begins && token === '{') yield '';
    begins = false;
    if (/^[{([]$/.test(token)) depth++;
    else if (/^[})\]]$/.test(token)) {
      depth--;
      begins = depth === 0 && token === '}';
    }
  }
}
