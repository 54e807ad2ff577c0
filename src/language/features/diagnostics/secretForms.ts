export interface SecretForm {
  /** `a GitHub token`. */
  readonly what: string;
  readonly name: string;
  readonly pattern: RegExp;
}

// The lookbehind below lets a match start only at the beginning of a word, so a long run is scanned once.
const forms: readonly (readonly [what: string, name: string, pattern: string])[] = [
  ['an AWS access key', 'awsAccessKey', '(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])'],
  ['a GitHub token', 'githubToken', '(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\\w{36,255})'],
  ['a GitLab token', 'gitlabToken', 'glpat-[\\w-]{20,255}'],
  ['a Slack token', 'slackToken', 'xox[abeoprs]-[A-Za-z0-9-]{16,255}'],
  ['a Stripe key', 'stripeKey', '[rs]k_live_[A-Za-z0-9]{16,255}'],
  ['an Anthropic key', 'anthropicKey', 'sk-ant-[\\w-]{20,255}'],
  ['an OpenAI key', 'openaiKey', 'sk-(?!ant-)[\\w-]{20,255}'],
  ['a Google API key', 'googleKey', 'AIza[\\w-]{35}'],
  ['a Google token', 'googleToken', 'ya29\\.[\\w-]{20,2048}'],
  ['a Hugging Face token', 'huggingFaceToken', 'hf_[A-Za-z0-9]{30,255}'],
  ['an npm token', 'npmToken', 'npm_[A-Za-z0-9]{36}'],
  ['a SendGrid key', 'sendgridKey', 'SG\\.[\\w-]{16,255}\\.[\\w-]{16,255}'],
  ['a JSON Web Token', 'jwt', 'eyJ[\\w-]{8,4096}\\.eyJ[\\w-]{8,8192}\\.[\\w-]{8,2048}'],
  ['a private key', 'privateKey', '-----BEGIN (?:[A-Z]{1,10} ){0,2}PRIVATE KEY-----'],
];

const all: readonly SecretForm[] = forms.map(([what, name, pattern]) => ({
  what,
  name,
  pattern: new RegExp(`(?<![\\w-])${pattern}`, 'g'),
}));

/** Any of the prefixes, as a fast check: most texts contain none. */
const any = /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|k_live_|sk-|AIza|ya29\.|hf_|npm_|SG\.|eyJ|PRIVATE KEY-----/;

/** Credentials in a text by their form, without obvious examples. Offsets are relative to the text. */
export function* secretsByForm(text: string): Generator<SecretForm & { readonly start: number; readonly value: string }> {
  if (!any.test(text)) return;
  for (const form of all)
    for (const m of text.matchAll(form.pattern))
      if (form.name === 'privateKey' || isRandom(m[0])) yield { ...form, start: m.index, value: m[0] };
}

const examples =
  /example|sample|dummy|placeholder|change-?me|your|xxx|test|demo|fake|mock|foo|bar|secret|s3cr3t|passw|p4ssw|admin|guest|letmein|qwert|abcde|abc123|12345|01234|deadbeef|(.)\1{3}|[<>]|\*{3}|\.{3}|eyJzdWIiOiIxMjM0NTY3ODkw|3fa85f64-5717-4562/i;

/** Whether a text looks like example credentials. */
export const isExample = (text: string): boolean => examples.test(text);

/** Whether a text looks random: letters and digits, high entropy, and no usual example. */
export function isRandom(text: string, shortest = 16): boolean {
  // A short word with a number is often a name; one with other characters seldom is.
  if (
    text.length < shortest ||
    (text.length < 12 && /^[\w-]+$/.test(text)) ||
    !/^[\w+/=.~!@#$%^&*:-]+$/.test(text) ||
    text.includes('://') ||
    /^[./]/.test(text)
  )
    return false;
  return /\d/.test(text) && /[A-Za-z]/.test(text) && bitsPerCharacter(text.slice(0, 200)) >= 3 && !isExample(text);
}

/** Shannon entropy per character. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const c of text) counts.set(c, (counts.get(c) ?? 0) + 1);
  let bits = 0;
  for (const n of counts.values()) bits -= (n / text.length) * Math.log2(n / text.length);
  return bits;
}
