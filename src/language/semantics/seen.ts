/**
 * What was looked at to find something in a block, beside the block's own text. As long as none of it has changed, what was
 * found is still so.
 */
export class Seen {
  /** Names whose variables were looked up. */
  readonly variables = new Set<string>();
  /** Names whose exchanges were looked up. */
  readonly exchanges = new Set<string>();
  /** All names of the scope were gone through. */
  names = false;
  /** The names of the file's requests were looked at. */
  requests = false;
}
