import { parseTemplate } from '../../language/index.ts';
import type { Value } from '../../base/values/value.ts';
import { at } from './members.ts';

/** Common paths of the text in events of unknown APIs, in the order they are tried. */
const usual = ['choices[0].text', 'delta.text', 'message.content', 'response', 'text', 'delta'];

/** A parsed path in the syntax of `# @text`. */
export interface TextPath {
  readonly written: string;
  /** The value at the path, if there is one. */
  find(event: Value): Value | undefined;
}

/** @param written as after `# @text`; an invalid path never finds anything */
export function textPath(written: string): TextPath {
  const part = parseTemplate(`{{${written}}}`).parts[0];
  const keys = part?.kind === 'placeholder' && part.expression.kind === 'path' ? part.expression.segments.map((s) => s.key) : undefined;
  return {
    written,
    find: (event) => (keys === undefined ? undefined : keys.reduce<Value | undefined>((found, key) => at(found, key), event)),
  };
}

export const usualPaths: readonly TextPath[] = usual.map(textPath);
