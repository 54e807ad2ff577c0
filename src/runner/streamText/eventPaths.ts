import { parseTemplate } from '../../language/index.ts';
import type { Value } from '../../base/value.ts';
import { at } from './members.ts';

/** Where the text stands in the events of APIs that are not known otherwise, in the order they are tried. */
const usual = ['choices[0].text', 'delta.text', 'message.content', 'response', 'text', 'delta'];

/** A path in the language's own syntax, read once. */
export interface TextPath {
  readonly written: string;
  /** Undefined where an event has nothing there. */
  find(event: Value): Value | undefined;
}

/** @param written as after `# @text`; of what is no path nothing is ever found */
export function textPath(written: string): TextPath {
  const part = parseTemplate(`{{${written}}}`).parts[0];
  const keys = part?.kind === 'placeholder' && part.expression.kind === 'path' ? part.expression.segments.map((s) => s.key) : undefined;
  return {
    written,
    find: (event) => (keys === undefined ? undefined : keys.reduce<Value | undefined>((found, key) => at(found, key), event)),
  };
}

export const usualPaths: readonly TextPath[] = usual.map(textPath);
