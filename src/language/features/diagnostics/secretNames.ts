const secretName = /pass(?:word|wd|phrase|code)|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credential/i;

/** Whether a name indicates a secret. */
export const secretNamed = (name: string): boolean => secretName.test(name);
