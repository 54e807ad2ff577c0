/** Whose events a stream has: the APIs that are known, those with `@text PATH` or a usual path, or texts alone. */
export type TextFormat =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'ollama-chat'
  | 'ollama-generate'
  /** One path, of `@text` or a usual one. */
  | 'path'
  /** No path: the events' data as they stand. */
  | 'data';

/** A tool that a model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The JSON text of its arguments, its pieces joined as they came. */
  readonly arguments: string;
}

/** Tokens, as the API counted them last. Null where it did not. */
export interface TokenUsage {
  readonly input: number | null;
  readonly output: number | null;
  readonly total: number | null;
}

/** What a stream's events make together. */
export interface StreamReading {
  readonly format: TextFormat;
  /** Where in an event the text stands; null where it is the data as a whole. */
  readonly path: string | null;
  readonly text: string;
  readonly reasoning: string;
  /** In the order in which they began. */
  readonly toolCalls: readonly ToolCall[];
  readonly usage: TokenUsage | null;
  /** Why the model stopped, in the API's word. */
  readonly finishReason: string | null;
  /** Complete events. */
  readonly events: number;
  /** When the first event came, and the first that brought text: milliseconds since the run started. Null where none did. */
  readonly firstEventAt: number | null;
  readonly firstTextAt: number | null;
  /** Between the first event and the last; null for less than two, or for all at once. */
  readonly eventsPerSecond: number | null;
  /** More came than is kept: what is here is the beginning. */
  readonly cut: boolean;
}

/** What of a stream's reading is short. */
export type StreamNumbers = Omit<StreamReading, 'text' | 'reasoning' | 'toolCalls'> & {
  /** When the last event came; null where none did. */
  readonly lastEventAt: number | null;
};

/** How much of a stream's texts was read before. */
export interface TextMark {
  readonly text: number;
  readonly reasoning: number;
  /** How often the text has begun anew. */
  readonly begun: number;
}

/** What was added to a stream's texts. */
export interface TextGrowth {
  /** The text has begun anew: what was read of it was none. */
  readonly anew: boolean;
  readonly text: string;
  readonly reasoning: string;
  readonly mark: TextMark;
}

/** What a format's events are told to. */
export interface TextSink {
  text(piece: string): void;
  reasoning(piece: string): void;
  /**
   * A piece of a tool call.
   * @param key which call of the stream it belongs to
   */
  tool(key: string, piece: ToolPiece): void;
  usage(counted: Partial<TokenUsage>): void;
  finish(reason: string): void;
}

export interface ToolPiece {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  /** Joined to what came before. */
  readonly arguments?: string | undefined;
  /** In place of what came before. */
  readonly wholeArguments?: string | undefined;
}
