/** What a caller learns of one error: docs/reference/errors.md is written from these by a test. */
export interface ErrorEntry {
  /** Our number on the wire, in the range that FileMaker and its tools leave free. Never reused. */
  readonly code: number;
  readonly status: number;
  /** The public sentence. */
  readonly sentence: string;
  readonly cause: string;
  readonly remedy: string;
  /** The code that proxy paths send in place of ours, because clients of FileMaker's APIs act on it. */
  readonly fileMakerCode?: string;
  /** The status that proxy paths send in place of ours: clients of FileMaker's APIs do not read what comes with a 502. */
  readonly fileMakerStatus?: number;
}

/** The errors of one resource by name. Imported as a type only: an `errors.ts` knows nothing else of ours. */
export type ErrorEntries = Readonly<Record<string, ErrorEntry>>;
