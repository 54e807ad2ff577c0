/** What stands where a secret would. */
export const maskText = '•••';

/** Shorter texts are left: masking each `1` would hide the answer and protect nothing. */
const shortest = 3;

function forms(secret: string): string[] {
  const out = [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)];
  let binary = '';
  for (const byte of new TextEncoder().encode(secret)) binary += String.fromCharCode(byte);
  const plain = btoa(binary).replace(/=+$/, '');
  out.push(plain, plain.replaceAll('+', '-').replaceAll('/', '_'));
  return out;
}

/** Replaces secrets, also in their base64, percent-encoded and JSON-escaped forms, in everything that is shown. */
export function createMask(secrets: Iterable<string>): (text: string) => string {
  const all = new Set<string>();
  for (const secret of secrets) if (secret.length >= shortest) for (const form of forms(secret)) all.add(form);
  if (all.size === 0) return (text) => text;
  const longestFirst = [...all].toSorted((a, b) => b.length - a.length);
  return (text) => {
    let out = text;
    for (const form of longestFirst) if (out.includes(form)) out = out.replaceAll(form, maskText);
    return out;
  };
}
