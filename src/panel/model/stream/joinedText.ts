import type { PanelToolCall, ShownGrowth, StreamFacts, StreamToPanel } from '../../../protocol/streamMessages.ts';
import { TextLines } from '../text/textLines.ts';

export class JoinedText {
  readonly lines = new TextLines();
  #text = '';
  #reasoning = '';
  #toolCalls: readonly PanelToolCall[] = [];
  #facts: StreamFacts | null = null;
  #behind = 0;
  /** Whether the user unfolded the reasoning; null before the first time. */
  reasoningOpen: boolean | null = null;

  get text(): string {
    return this.#text;
  }

  get reasoning(): string {
    return this.#reasoning;
  }

  get toolCalls(): readonly PanelToolCall[] {
    return this.#toolCalls;
  }

  /** Null until the first message. */
  get facts(): StreamFacts | null {
    return this.#facts;
  }

  /** Events not processed yet. */
  get behind(): number {
    return this.#behind;
  }

  take({ text, reasoning, toolCalls, facts, behind }: Extract<StreamToPanel, { readonly type: 'streamText' }>): void {
    this.#text = grown(this.#text, text);
    this.lines.replace(text.keep, text.text);
    this.#reasoning = grown(this.#reasoning, reasoning);
    if (toolCalls.length > 0) {
      const all = [...this.#toolCalls];
      for (const call of toolCalls) all[call.index] = call;
      this.#toolCalls = all;
    }
    this.#facts = facts;
    this.#behind = behind;
  }

  /** Called when the path changes. */
  clear(): void {
    this.#text = '';
    this.lines.replace(0, '');
    this.#reasoning = '';
    this.#toolCalls = [];
    this.#facts = null;
    this.#behind = 0;
  }
}

const grown = (shown: string, { keep, text }: ShownGrowth): string => (keep === shown.length ? shown + text : shown.slice(0, keep) + text);
