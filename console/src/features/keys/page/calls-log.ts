import type { LogRecord } from "#shared/logs/contract.ts";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";

const text = keyPageMessages.calls;

/** Log with a line for every call. */
export const callsLog = "svc-info.log";

/** Returns the text that identifies the lines of a key's calls. `object`: name of the key in the audit trail, such as `data-key:7`. */
export function textOfKey(object: string): string {
  return `"key":"${object}"`;
}

/** Cause of failed calls: FileMaker's error number, or the name of our error. */
export interface CallCause {
  readonly column: "code" | "error";
  readonly code: string;
  /** Null for a number without a known meaning. */
  readonly meaning: string | null;
}

/** Returns the cause of a failed call. Undefined if the call succeeded, or if the log doesn't have the cause. */
export function causeOf({ code, meaning, columns: { error } }: Pick<LogRecord, "code" | "meaning" | "columns">) {
  if (code === null) return undefined;
  return { column: error === undefined ? "code" : "error", code, meaning } satisfies CallCause;
}

/** Returns the cause as a sentence without a period. */
export function causeText({ column, code, meaning }: CallCause): string {
  return column === "code" ? text.fileMakerError(code, meaning) : (meaning ?? code.replaceAll("_", " "));
}

/** Returns the pattern for lines of a key's calls with this cause: in a line, the cause comes before the key. */
export function callsWithCause(object: string, { column, code }: CallCause): string {
  return `"${column}":"${code}",.*"key":"${object}"`;
}

/** Returns the pattern for lines of a key's failed calls: in a line, the status comes before the key. */
export function errorsOfKey(object: string): string {
  return `"status":[45]\\d\\d,.*"key":"${object}"`;
}
