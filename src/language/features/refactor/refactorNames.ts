import type { FileView } from '../../workspace/fileView.ts';
import { occurrencesOf } from '../navigation/occurrences.ts';
import type { Block } from '../../syntax/nodes.ts';

/** Converts a word to a variable name: `X-API-Key` becomes `apiKey`. Empty if no character is usable. */
export function nameFrom(word: string): string {
  const words = word
    .replace(/^x-/i, '')
    .slice(0, 60)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((w) => w !== '');
  const camel = words
    .map((w, i) => (i === 0 ? lowerFirst(w) : w.charAt(0).toUpperCase() + (isUpper(w) ? w.slice(1).toLowerCase() : w.slice(1))))
    .join('');
  return camel.replace(/^\p{N}+/u, '');
}

const isUpper = (word: string): boolean => word === word.toUpperCase();
const lowerFirst = (word: string): string => (isUpper(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1));

/** The preferred name, with a number if it is already used around the block. */
export function freeName(view: FileView, block: Block, wished: string): string {
  const { scope } = view.look(block);
  const isFree = (name: string): boolean =>
    scope.find(name) === undefined && occurrencesOf(view.tree, name).length === 0 && view.setters.find(name) === undefined;
  for (let n = 1; ; n++) {
    const name = n === 1 ? wished : `${wished}${n}`;
    if (isFree(name)) return name;
  }
}
