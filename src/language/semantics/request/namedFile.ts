/** A file that a directive names. */
export interface NamedFile {
  readonly path: string;
  /** The file that contains the directive; undefined for the request's own. */
  readonly from: string | undefined;
  /** The version that may be read, set by the runner; undefined for any. */
  readonly version?: string;
}
