/** A simple command: words without quotes, with marks for what a shell would substitute. */
export interface Command {
  readonly words: readonly string[];
  /** Content of its here-document or here-string. */
  readonly stdin: string | undefined;
  /** Parts that do not affect the request: redirects, command substitutions. */
  readonly notes: readonly string[];
}

/** Commands joined by `|`; `{ a; b; }` is one stage of several commands. */
export type Pipeline = readonly (readonly Command[])[];

export class PipelineBuilder {
  readonly #pipelines: Pipeline[] = [];
  #stages: Command[][] = [];
  #commands: Command[] = [];
  #words: string[] = [];
  #notes: string[] = [];
  #stdin: string | undefined;
  #inGroup = false;

  /** Adds a word. `bare`: no part of it was quoted. */
  word(text: string, bare: boolean): void {
    if (bare && this.#words.length === 0 && text === '{') this.#inGroup = true;
    else if (bare && this.#words.length === 0 && text === '}') this.#inGroup = false;
    else this.#words.push(text);
  }

  note(text: string): void {
    this.#notes.push(text);
  }

  stdin(text: string): void {
    this.#stdin = text;
  }

  /** Handles `|`. */
  pipe(): void {
    this.#endCommand();
    this.#endStage();
  }

  /** Handles `;`, `&&` and the end of a line. */
  next(): void {
    this.#endCommand();
    if (this.#inGroup) return;
    this.#endStage();
    if (this.#stages.length > 0) this.#pipelines.push(this.#stages);
    this.#stages = [];
  }

  finish(): readonly Pipeline[] {
    this.#inGroup = false;
    this.next();
    return this.#pipelines;
  }

  #endCommand(): void {
    if (this.#words.length > 0) this.#commands.push({ words: this.#words, stdin: this.#stdin, notes: this.#notes });
    this.#words = [];
    this.#notes = [];
    this.#stdin = undefined;
  }

  #endStage(): void {
    if (this.#inGroup) return;
    if (this.#commands.length > 0) this.#stages.push(this.#commands);
    this.#commands = [];
  }
}
