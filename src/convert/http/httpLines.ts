/** As in Req's parser. */
export const isBlank = (line: string): boolean => /^[ \t]*$/.test(line);

export const comment = /^\s*(?:#|\/\/)/;
export const directive = /^\s*(?:#|\/\/)\s*@([A-Za-z-]+)(?:[ \t]*=[ \t]*|[ \t]+|$)(.*)$/;
export const header = /^(?:[!$%&'*+.^_`|~0-9A-Za-z#-]|\{\{[^{}:]*\}\})+[ \t]*:/;
