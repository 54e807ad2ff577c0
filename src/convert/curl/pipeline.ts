/** A simple command: words without quotes, with marks for what a shell would substitute. */
export interface Command {
  readonly words: readonly string[];
  /** Content of its here-document or here-string. */
  readonly stdin: string | undefined;
  /** Parts that are left out, such as redirects; one that ends with a period is a whole sentence. */
  readonly notes: readonly string[];
}

/** Commands joined by `|`; `{ a; b; }` is one stage of several commands. */
export type Pipeline = readonly (readonly Command[])[];

/** The standard input of a command, which the lines below it may contain. */
interface Input {
  text: string | undefined;
}

export class PipelineBuilder {
  readonly #pipelines: Pipeline[] = [];
  #stages: Command[][] = [];
  #commands: Command[] = [];
  #words: string[] = [];
  #notes: string[] = [];
  #input: Input = { text: undefined };
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
    this.#input.text = text;
  }

  /** The standard input of the current command, for a here-document whose lines follow: `cat <<EOF | curl …`. */
  laterStdin(): (text: string) => void {
    const input = this.#input;
    return (text) => {
      input.text = text;
    };
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
    const [words, input, notes] = [this.#words, this.#input, this.#notes];
    if (words.length > 0)
      this.#commands.push({
        words,
        get stdin() {
          return input.text;
        },
        notes,
      });
    this.#words = [];
    this.#notes = [];
    this.#input = { text: undefined };
  }

  #endStage(): void {
    if (this.#inGroup) return;
    if (this.#commands.length > 0) this.#stages.push(this.#commands);
    this.#commands = [];
  }
}
