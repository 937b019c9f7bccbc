/** The log that has a line for every call. */
export const callsLog = "svc-info.log";

/** What its lines of a key's calls hold, and no others: `data-key:7` as the audit trail spells it. */
export function textOfKey(object: string): string {
  return `"key":"${object}"`;
}

/** The same as a pattern, of those calls alone that got an error for an answer: a line has the status before the key. */
export function errorsOfKey(object: string): string {
  return `"status":[45]\\d\\d,.*"key":"${object}"`;
}
