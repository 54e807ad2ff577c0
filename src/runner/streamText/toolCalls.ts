import { Joined, type TextRoom } from './joined.ts';
import type { ToolCall, ToolPiece } from './streamTextTypes.ts';

const mostCalls = 1000;

interface Growing {
  id: string;
  name: string;
  readonly arguments: Joined;
}

export class ToolCalls {
  readonly #room: TextRoom;
  readonly #calls = new Map<string, Growing>();
  /** Increases with each change of a call. */
  changes = 0;

  constructor(room: TextRoom) {
    this.#room = room;
  }

  push(key: string, piece: ToolPiece): void {
    this.changes++;
    let call = this.#calls.get(key);
    if (call === undefined) {
      if (this.#calls.size === mostCalls) {
        this.#room.cut = true;
        return;
      }
      call = { id: '', name: '', arguments: new Joined(this.#room) };
      this.#calls.set(key, call);
    }
    if (piece.id !== undefined && piece.id !== '') call.id = this.#short(piece.id, call.id);
    if (piece.name !== undefined && piece.name !== '') call.name = this.#short(piece.name, call.name);
    if (piece.wholeArguments !== undefined) call.arguments.clear();
    call.arguments.push(piece.wholeArguments ?? piece.arguments ?? '');
  }

  all(): readonly ToolCall[] {
    return Array.from(this.#calls.values(), (call) => ({ id: call.id, name: call.name, arguments: call.arguments.text() }));
  }

  #short(now: string, before: string): string {
    this.#room.give(before.length);
    return this.#room.take(now);
  }
}
