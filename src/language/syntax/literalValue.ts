/**
 * Escapes a text for use in a template: braces that would open a placeholder get a backslash. Text that no escape can express
 * (an odd number of backslashes before braces) is passed to `raw`, which returns a placeholder for it.
 * @param placeholderFollows whether a placeholder immediately follows the text
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
