/** Escapes commands of GitHub Actions: `::name` at the start of a line (colors are ignored there) and `##[name]` anywhere. */
export function withoutCommands(text: string): string {
  return text.replace(/^((?:\s|\u001b\[[\d;]*m)*):(?=(?:\u001b\[[\d;]*m)*:)/gm, '$1∶').replaceAll('##[', '## [');
}
