/** Characters behind which there is something to choose, without a word being typed. */
export const completionTriggers: readonly string[] = ['{', '.', '[', '$', '@', '|', ' ', '/', '"'];
