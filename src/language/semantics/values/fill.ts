import { valueToText, type Value } from '../../../base/value.ts';
import type { Range } from '../../../base/text.ts';
import type { Placeholder } from '../../syntax/template.ts';
import type { Evaluation } from '../variables/evaluate.ts';
import { measureOf, valueLimits } from './valueLimits.ts';
import { notFound, tooMuchInserted, type Problem } from '../variables/placeholderProblems.ts';
import type { TemplateText } from '../request/requestSource.ts';
import type { Substitutions } from '../variables/substitutions.ts';

/** A placeholder that has no value, and where it stands (undefined: in text that a script made). */
export interface PlaceholderProblem {
  readonly problem: Problem;
  readonly placeholder: Placeholder;
  readonly range: Range | undefined;
}

/** Replaces placeholders by text and keeps a list of those that have none. */
export class Filler {
  readonly evaluation: Evaluation;
  readonly keepUndefined: boolean;
  readonly problems: PlaceholderProblem[] = [];
  /** What stands in the place of each placeholder of the file, by where it begins; kept only for those who look. */
  readonly placed: Map<number, string> | undefined;
  readonly #substitutions: Substitutions | undefined;
  /** Characters that placeholders have brought so far. */
  #inserted = 0;

  constructor(evaluation: Evaluation, keepUndefined: boolean, placed?: Map<number, string>, substitutions?: Substitutions) {
    this.#substitutions = substitutions;
    this.placed = placed;
    this.evaluation = evaluation;
    this.keepUndefined = keepUndefined;
  }

  /** The value of a placeholder; where it has none, its own text, and the problem is kept. */
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

  /** The text of a value that `value` reports on in its turn; empty where there is none, or where a look-up makes another. */
  lookedUp(p: Placeholder): string {
    if (p.expression.kind !== 'path') return '';
    const result = this.evaluation.placeholder(p);
    return result.ok ? valueToText(result.value) : '';
  }

  /** A value that cannot stand where it would be inserted. */
  fail(p: Placeholder, inFile: boolean, problem: Problem): void {
    this.#add(problem, p, inFile);
  }

  #add(problem: Problem, placeholder: Placeholder, inFile: boolean): void {
    this.problems.push({ problem, placeholder, range: inFile ? placeholder.range : undefined });
  }

  /** The whole text, placeholders as they are. */
  text(t: TemplateText): string {
    if (t.template.parts.length === 0) return '';
    return t.template.parts
      .map((part) => (part.kind === 'text' ? part.text : this.place(part, t.inFile, valueToText(this.value(part, t.inFile)))))
      .join('');
  }

  /** The text that stands for a placeholder, encoded or escaped for its place. */
  place(p: Placeholder, inFile: boolean, text: string): string {
    if (inFile) this.placed?.set(p.range.start, text);
    return text;
  }
}
