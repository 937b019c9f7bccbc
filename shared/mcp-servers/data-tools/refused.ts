/** Rejected query or change, with a sentence that says what to do instead. It contains no text from FileMaker Server. */
export class DataRefused extends Error {
  override readonly name = "DataRefused";
  readonly how: "arguments" | "refused" | "unavailable";
  /** FileMaker's error code, if there is one. */
  readonly code: string | undefined;
  /** True if FileMaker Server responded that a table or field doesn't exist, so cached information about them is outdated. */
  readonly isStale: boolean;

  constructor(
    text: string,
    {
      how = "arguments",
      code,
      isStale = false,
    }: {
      readonly how?: DataRefused["how"];
      readonly code?: string | undefined;
      readonly isStale?: boolean;
    } = {},
  ) {
    super(text);
    this.how = how;
    this.code = code;
    this.isStale = isStale;
  }
}

/** Returns a caller-supplied name that is safe to use in a sentence. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
