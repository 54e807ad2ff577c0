/** Assigns rows to elements, so that elements of rows that scroll out of view are reused for those that scroll in. */
export class RowSlots {
  #first = 0;
  #slots: number[] = [];
  #made = 0;

  /**
   * The element numbers of the rows `first` to `last`. A row that stays visible keeps its element.
   * @param reuse whether elements may be reused for other rows
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
