import { toText } from './primordials.ts';

/** Tag of every template literal here: QuickJS makes a plain one by calling `concat`, which a script may have replaced. */
export function words(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  let out = parts[0] as string;
  for (let i = 0; i < values.length; i++) out += toText(values[i]) + (parts[i + 1] as string);
  return out;
}
