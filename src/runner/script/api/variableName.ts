import { regExpExec, TypeErrorCtor } from './primordials.ts';
import { words } from './chaiWords.ts';

const forbidden = /[{}[\]"'`|\u0000-\u001f\u007f-\u009f]/;
const reserved = /^\$/;
const outerSpace = /^\s|\s$/;

/** @throws {TypeError} unless a value can name a variable: text of 1 to 256 characters that are valid in a placeholder */
export function checkVariableName(name: unknown): asserts name is string {
  if (typeof name !== 'string')
    throw new TypeErrorCtor(words`the name of a variable must be text, not ${name === null ? 'null' : typeof name}`);
  if (name.length < 1 || name.length > 256)
    throw new TypeErrorCtor(words`the name of a variable has 1 to 256 characters, this one has ${name.length}`);
  if (regExpExec(forbidden, name) !== null)
    throw new TypeErrorCtor('the name of a variable cannot hold braces, brackets, quotes, pipes or control characters');
  if (regExpExec(outerSpace, name) !== null) throw new TypeErrorCtor('the name of a variable cannot begin or end with white space');
}

/** @throws {TypeError} unless a script may set a variable of this name */
export function checkNewVariableName(name: unknown): asserts name is string {
  checkVariableName(name);
  if (regExpExec(reserved, name) !== null)
    throw new TypeErrorCtor(words`names that begin with $ are reserved: a placeholder cannot read the variable ${name}`);
}
