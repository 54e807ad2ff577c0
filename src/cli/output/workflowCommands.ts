/**
 * Text of which GitHub Actions takes nothing for a command: it looks for `::name` at the beginning of each line, and for `##[name]`
 * anywhere. Colors count as nothing there.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^((?:\s|\u001b\[[\d;]*m)*):(?=(?:\u001b\[[\d;]*m)*:)/gm, '$1∶').replaceAll('##[', '## [');
}
