/** Log with a line for every call. */
export const callsLog = "svc-info.log";

/** Returns the text that identifies the lines of a key's calls. `object`: name of the key in the audit trail, such as `data-key:7`. */
export function textOfKey(object: string): string {
  return `"key":"${object}"`;
}

/** Returns the pattern for lines of a key's failed calls: in a line, the status comes before the key. */
export function errorsOfKey(object: string): string {
  return `"status":[45]\\d\\d,.*"key":"${object}"`;
}
