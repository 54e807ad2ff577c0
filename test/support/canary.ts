/** Occurs only in secrets of tests. Has only letters, digits and `-`, so every escaped form contains it unchanged. */
export const stem = 'canary-x7q';

/** A secret that contains the stem, between characters that encoders change. */
export const canary = (kind: string): string => `q/+ ${stem}-${kind} "é&`;

/** Base64 of the stem at each offset in a group of three bytes, without the characters that depend on its neighbours. */
function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const all = Buffer.from('\0'.repeat(shift) + text).toString('base64');
    return all.slice(shift === 0 ? 0 : 4, Math.floor((shift + text.length) / 3) * 4);
  });
}

const percent = (text: string): string => Array.from(text, (c) => `%${c.charCodeAt(0).toString(16)}`).join('');

const forms: readonly (readonly [name: string, form: string])[] = [
  ['plain', stem],
  ...base64Forms(stem).map((form) => ['base64', form] as const),
  ['percent-encoded', percent(stem)],
  ['escaped', Array.from(stem, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
];

/** The surroundings of each test secret in a text, in any form. The search for forms is independent of Req's. */
export function leaksIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return forms.flatMap(([name, form]) => {
    // Hosts are written in small letters. Base64 is not the same in another case.
    const at = name === 'base64' ? text.indexOf(form) : lower.indexOf(form);
    return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 60), at + 60)}…`];
  });
}
