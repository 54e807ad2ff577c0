/** The beginning of a text. The `…` marks that it is cut: beside it, messages hide the beginning of a secret too (`maskCut`). */
export const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);
