/** Which row is drawn by which element: those that leave the sight are drawn anew as those that come, instead of being made anew. */
export class RowSlots {
  #first = 0;
  #slots: number[] = [];
  #made = 0;

  /**
   * The elements of `first` to `last`, by numbers. A row that stays in sight keeps its own.
   * @param reuse whether the elements of rows that leave may be taken for others
   */
  take(first: number, last: number, reuse: boolean): readonly number[] {
    const [before, beforeFirst] = [this.#slots, this.#first];
    const stays = (row: number): boolean => row >= first && row <= last;
    const free = reuse ? before.filter((_, i) => !stays(beforeFirst + i)) : [];
    let taken = 0;
    const slots: number[] = [];
    for (let row = first; row <= last; row++) slots.push(before[row - beforeFirst] ?? free[taken++] ?? this.#made++);
    this.#first = first;
    this.#slots = slots;
    return slots;
  }
}
