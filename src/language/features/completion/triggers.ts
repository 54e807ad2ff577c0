export const completionTriggers: readonly string[] = ['{', '.', '[', '$', '@', '|', ' ', '/', '"'];
