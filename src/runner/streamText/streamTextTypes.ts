export type TextFormat =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'ollama-chat'
  | 'ollama-generate'
  /** Text at one path: that of `@text`, or a common one. */
  | 'path'
  /** No path: the data of the events is the text. */
  | 'data';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of the arguments, joined from its pieces. */
  readonly arguments: string;
}

/** Last token counts of the API; null if not sent. */
export interface TokenUsage {
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
}

/** The joined contents of a stream's events. */
export interface StreamReading {
  readonly format: TextFormat;
  /** Path of the text in an event; null if the whole data is the text. */
  readonly path: string | null;
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: TokenUsage | null;
  /** The API's own term for why the model stopped. */
  readonly finishReason: string | null;
  /** Complete events. */
  readonly events: number;
  /** Times of the first event and of the first text, in milliseconds since the run started; null if there was none. */
  readonly firstEventAt: number | null;
  readonly firstTextAt: number | null;
  /** Average between the first and the last event; null for fewer than two events, or if all arrived at once. */
  readonly eventsPerSecond: number | null;
  /** The limit was reached: later text is missing. */
  readonly cut: boolean;
}

/** A stream's reading without the texts. */
export type StreamNumbers = Omit<StreamReading, 'text' | 'reasoning' | 'toolCalls'> & {
  /** Time of the last event; null if there was none. */
  readonly lastEventAt: number | null;
};

/** Position up to which a stream's texts were read. */
export interface TextMark {
  readonly text: number;
  readonly reasoning: number;
  /** How often the text was restarted. */
  readonly begun: number;
}

/** Text added since a `TextMark`. */
export interface TextGrowth {
  /** The text was restarted: discard what was read before. */
  readonly restarted: boolean;
  readonly text: string;
  readonly reasoning: string;
  readonly mark: TextMark;
}

/** Receives the contents of events. */
export interface TextSink {
  text(piece: string): void;
  reasoning(piece: string): void;
  /**
   * @param key identifies the call in the stream; empty for an unsplit call
   */
  tool(key: string, piece: ToolPiece): void;
  usage(counted: Partial<TokenUsage>): void;
  finish(reason: string): void;
}

export interface ToolPiece {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** Appended to earlier pieces. */
  readonly arguments?: string | undefined;
  /** Replaces earlier pieces. */
  readonly wholeArguments?: string | undefined;
}
