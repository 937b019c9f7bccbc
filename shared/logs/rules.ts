import type { ErrorName } from "#shared/contract/errors.ts";

/** Our own logs on one machine, including rotated ones. */
const ownLog = /^(?:svc-(?:info|error|receiver|debug)|app-(?:info|error|debug))(?:-old)?\.log$/;

/**
 * Returns the name of a log that clients of OttoFMS name by its prefix, such as `otto-info.log`. All other names stay the same.
 */
export function ownLogName(name: string): string {
  const own = name.replace(/^otto-/, "svc-");
  return isServiceLog(own) ? own : name;
}

/** Returns the name of the service's log as the callers of a prefix know it. */
export function logNameUnder(prefix: string | undefined, name: string): string {
  return prefix === "otto" ? name.replace(/^svc-/, "otto-") : name;
}

export function isServiceLog(name: string): boolean {
  return ownLog.test(name);
}

/** Names of the service's logs, written or not. */
export const serviceLogNames = [
  "app-debug.log",
  "app-error.log",
  "app-info.log",
  "svc-debug.log",
  "svc-error.log",
  "svc-info.log",
  "svc-receiver.log",
] as const;

/** Errors that only mean that a list lacks the database host's logs. */
export const absences: ReadonlySet<ErrorName> = new Set<ErrorName>([
  "agent_unavailable",
  "agent_timeout",
  "agent_refused",
  "host_file_not_found",
  "host_file_refused",
]);

/** Characters that terminals or browsers interpret: control characters and those that change the writing direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Escapes the characters that programs would interpret when they show the text. */
export function spelledOut(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
