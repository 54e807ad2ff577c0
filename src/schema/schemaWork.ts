/** How to run the work of a schema. */
export interface SchemaWork {
  /** Called regularly; throws to stop. */
  readonly goOn: () => void;
  /** Runs synchronous work that may take long. */
  readonly run: <T>(work: () => T) => Promise<T>;
}

/** Without a limit. */
export const plainWork: SchemaWork = { goOn: () => {}, run: async (work) => work() };
