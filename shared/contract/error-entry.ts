/** Public description of an error. A test generates docs/reference/errors.md from it. */
export interface ErrorEntry {
  /** Our number, in a range that FileMaker and its tools don't use. Never reused. */
  readonly code: number;
  readonly status: number;
  /** Public message. */
  readonly sentence: string;
  readonly cause: string;
  readonly remedy: string;
  /** Code that proxy paths send instead of ours, because clients of FileMaker's APIs act on it. */
  readonly fileMakerCode?: string;
  /** Status that proxy paths send instead of ours, because clients of FileMaker's APIs don't read the body of a 502. */
  readonly fileMakerStatus?: number;
}

/** Errors of one resource by name. Imported only as a type, so that an `errors.ts` has no other dependencies. */
export type ErrorEntries = Readonly<Record<string, ErrorEntry>>;
