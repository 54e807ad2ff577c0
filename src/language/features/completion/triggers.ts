/** Characters that open completion. */
export const completionTriggers: readonly string[] = ['{', '.', '[', '$', '@', '|', ' ', '/', '"'];
