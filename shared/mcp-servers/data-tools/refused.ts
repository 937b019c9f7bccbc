/** A question or a change that is not done, in a sentence that says what to do instead. Nothing that FileMaker Server wrote stands in it. */
export class DataRefused extends Error {
  override readonly name = "DataRefused";
  readonly how: "arguments" | "refused" | "unavailable";
  /** FileMaker's error, where there is one. */
  readonly code: string | undefined;
  /** FileMaker Server answered that a table or a field is not there: what is known of them is out of date. */
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

/** A name that a caller made up, as a sentence may hold it. */
export function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
