import { signal } from '@preact/signals';
import { RowList, type RowToReveal } from './rowList.ts';

/** How the user looks at a stream: what is unfolded, which row the keys are at, whether the newest is followed. */
export class EventsView {
  readonly list = new RowList();
  readonly #follow = signal(true);
  readonly #unfolded = signal<ReadonlySet<number>>(new Set());
  /** A new object at each move, also to the same row. */
  readonly #active = signal<RowToReveal | null>(null);
  /** Events there were when following stopped. */
  #seen = 0;

  get follow(): boolean {
    return this.#follow.value;
  }

  get active(): number | null {
    return this.#active.value?.index ?? null;
  }

  /** The row to keep in sight, anew at each move. */
  get revealed(): RowToReveal | null {
    return this.#active.value;
  }

  /** Events that came since following stopped. */
  newOnes(total: number): number {
    return this.follow ? 0 : Math.max(0, total - this.#seen);
  }

  isUnfolded(index: number): boolean {
    return this.#unfolded.value.has(index);
  }

  setFollow(follow: boolean, total: number): void {
    if (follow === this.#follow.value) return;
    this.#seen = total;
    this.#follow.value = follow;
  }

  /** Opens or closes an event. Who opens one wants to read it: following stops. */
  toggle(index: number, total: number): void {
    const unfolded = new Set(this.#unfolded.value);
    if (!unfolded.delete(index)) {
      unfolded.add(index);
      this.setFollow(false, total);
    }
    this.#unfolded.value = unfolded;
    this.#active.value = { index };
  }

  /** Moves the keys' row. On the last one the newest is followed again. */
  activate(index: number, total: number): void {
    const within = Math.max(0, Math.min(index, total - 1));
    this.#active.value = { index: within };
    this.setFollow(within === total - 1, total);
  }
}
