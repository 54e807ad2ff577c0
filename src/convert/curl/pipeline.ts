/** A simple command: words without quotes, with marks for the shell's substitutions. */
export interface Command {
  readonly words: readonly string[];
  /** Content of its here-document or here-string. */
  readonly stdin: string | undefined;
  /** Notes about omitted parts, such as redirects. One that ends with a period is a whole sentence. */
  readonly notes: readonly string[];
  /** The comment lines above the command. */
  readonly comments: readonly string[];
}

/** Commands joined by `|`; `{ a; b; }` is one stage of several commands. */
export type Pipeline = readonly (readonly Command[])[];

/** The standard input of a command, whose text may be on the next lines. */
interface Input {
  text: string | undefined;
}

export class PipelineBuilder {
  readonly #pipelines: Pipeline[] = [];
  #stages: Command[][] = [];
  #commands: Command[] = [];
  #words: string[] = [];
  #notes: string[] = [];
  #comments: string[] = [];
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

  /** Adds a comment to the next command. A comment after a word of a command is dropped. */
  comment(text: string): void {
    if (this.#words.length === 0 && this.#commands.length === 0) this.#comments.push(text.trim());
  }

  stdin(text: string): void {
    this.#input.text = text;
  }

  /** Sets the standard input of the current command later, for a here-document whose lines follow: `cat <<EOF | curl …`. */
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
    const [words, input, notes, comments] = [this.#words, this.#input, this.#notes, this.#comments];
    if (words.length > 0) {
      this.#commands.push({
        words,
        get stdin() {
          return input.text;
        },
        notes,
        comments,
      });
      this.#comments = [];
    }
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
