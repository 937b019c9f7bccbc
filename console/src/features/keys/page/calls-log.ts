/** The log that has a line for every call. */
export const callsLog = "svc-info.log";

/** What its lines of a key's calls hold, and no others: `data-key:7` as the audit trail spells it. */
export function textOfKey(object: string): string {
  return `"key":"${object}"`;
}
