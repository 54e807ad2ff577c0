/**
 * Writes a text so that a template reads it as it is: braces that would open a placeholder are escaped. What no escape can
 * write (an odd number of backslashes before braces) goes through `raw`, which gives a placeholder that stands for it.
 * @param placeholderFollows whether a placeholder stands right behind the text
 */
export function literalTemplate(text: string, raw: (text: string) => string, placeholderFollows = false): string {
  return text.replace(/[\\{]+/g, (run: string, at: number) => {
    if (placeholderFollows && at + run.length === text.length && run !== '{') return raw(run);
    if (!run.includes('{{') && !run.includes('\\{\\{')) return run;
    const braces = run.indexOf('{');
    const simple = braces % 2 === 0 && !run.includes('\\', braces);
    return simple ? `${run.slice(0, braces)}\\${run.slice(braces)}` : raw(run);
  });
}
