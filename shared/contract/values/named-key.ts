import type { Caller } from "../call.ts";

/** A Data API key as a caller names it for an operation that uses its account. */
export interface NamedKey {
  /** Its value, its id or its hint. */
  readonly key: string | number;
  /** The hosted file that it is to open. */
  readonly filename: string;
  readonly caller: Caller;
}
