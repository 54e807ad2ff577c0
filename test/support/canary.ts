/** Words that stand in secrets of tests and nowhere else. Only letters, digits and `-`: they stand in every escaped form as they are. */
export const stem = 'canary-x7q';

/** A secret that holds the words, with what encoders change around them. */
export const canary = (kind: string): string => `q/+ ${stem}-${kind} "é&`;

/** Base64 of the stem wherever it begins in a group of three, without the characters that it shares with its neighbours. */
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

/** Where a text holds a secret of a test, in whatever form: its surroundings. The forms are found by another way than Req's. */
export function leaksIn(text: string): readonly string[] {
  const lower = text.toLowerCase();
  return forms.flatMap(([name, form]) => {
    // Hosts are written in small letters. Base64 is not the same in another case.
    const at = name === 'base64' ? text.indexOf(form) : lower.indexOf(form);
    return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 60), at + 60)}…`];
  });
}
