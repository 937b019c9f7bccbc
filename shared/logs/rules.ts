import type { ErrorName } from "#shared/contract/errors.ts";

/** Our own logs on one machine, and what they are rotated to. */
const ownLog = /^(?:svc-(?:info|error|receiver|debug)|app-(?:info|error|debug))(?:-old)?\.log$/;

export function isServiceLog(name: string): boolean {
  return ownLog.test(name);
}

/** The logs that the service has, written or not. */
export const serviceLogNames = [
  "app-debug.log",
  "app-error.log",
  "app-info.log",
  "svc-debug.log",
  "svc-error.log",
  "svc-info.log",
  "svc-receiver.log",
] as const;

/** Why a list of logs may lack those of the database host, and still be one. */
export const absences: ReadonlySet<ErrorName> = new Set<ErrorName>([
  "agent_unavailable",
  "agent_timeout",
  "agent_refused",
  "host_file_not_found",
  "host_file_refused",
]);

/** Characters that a terminal or a browser would act on: controls, and those that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unseen = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** A text in which nothing acts on the program that shows it (R9.4). */
export function spelledOut(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
