import { valueToText, type Value } from '../../../base/values/value.ts';
import type { Range } from '../../../base/text/text.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { Evaluation } from '../variables/evaluate.ts';
import { measureOf, valueLimits } from './valueLimits.ts';
import { notFound, tooMuchInserted, type Problem } from '../variables/placeholderProblems.ts';
import type { TemplateText } from '../request/requestSource.ts';
import type { Substitutions } from '../variables/substitutions.ts';

/** A placeholder without a value. `range` is undefined in text from a script or another file. */
export interface PlaceholderProblem {
  readonly problem: Problem;
  readonly placeholder: Placeholder;
  readonly range: Range | undefined;
}

/** Replaces placeholders with text and collects the problems of those without a value. */
export class Filler {
  readonly evaluation: Evaluation;
  readonly keepUndefined: boolean;
  readonly problems: PlaceholderProblem[] = [];
  /** The text for each placeholder of the file, by its offset. Undefined if the caller does not need it. */
  readonly placed: Map<number, string> | undefined;
  readonly #substitutions: Substitutions | undefined;
  /** Characters inserted so far. */
  #inserted = 0;

  constructor(evaluation: Evaluation, keepUndefined: boolean, placed?: Map<number, string>, substitutions?: Substitutions) {
    this.#substitutions = substitutions;
    this.placed = placed;
    this.evaluation = evaluation;
    this.keepUndefined = keepUndefined;
  }

  /** The value of a placeholder. If it has none, adds the problem and returns the placeholder's own text. */
  value(p: Placeholder, inFile: boolean, inString = false): Value {
    if (this.#inserted > valueLimits) return p.text;
    const result = this.evaluation.placeholder(p, inString);
    if (!result.ok) {
      if (!this.keepUndefined || !notFound.has(result.problem.id)) this.#add(result.problem, p, inFile);
      return p.text;
    }
    this.#inserted += measureOf(result.value).characters;
    if (this.#inserted <= valueLimits) {
      this.#substitutions?.add(p, inFile, result.value, this.evaluation);
      return result.value;
    }
    this.#add(tooMuchInserted, p, inFile);
    return p.text;
  }

  /** The text of a path's value, without reporting problems, which `value` does. Empty without a value and for dynamic values. */
  lookedUp(p: Placeholder): string {
    if (p.expression.kind !== 'path') return '';
    const result = this.evaluation.placeholder(p);
    return result.ok ? valueToText(result.value) : '';
  }

  fail(p: Placeholder, inFile: boolean, problem: Problem): void {
    this.#add(problem, p, inFile);
  }

  #add(problem: Problem, placeholder: Placeholder, inFile: boolean): void {
    this.problems.push({ problem, placeholder, range: inFile ? placeholder.range : undefined });
  }

  /** The whole text with its placeholders replaced, without encoding. */
  text(t: TemplateText): string {
    if (t.template.parts.length === 0) return '';
    return t.template.parts
      .map((part) => (part.kind === 'text' ? part.text : this.place(part, t.inFile, valueToText(this.value(part, t.inFile)))))
      .join('');
  }

  /** Records the text for a placeholder, encoded or escaped for its place, and returns it. */
  place(p: Placeholder, inFile: boolean, text: string): string {
    if (inFile) this.placed?.set(p.range.start, text);
    return text;
  }
}
