import type { ErrorName } from "../contract/errors.ts";

/** Our own logs on one machine, and what they are rotated to. */
const ownLog = /^svc-(?:info|error|receiver|debug)(?:-old)?\.log$/;

export function isServiceLog(name: string): boolean {
  return ownLog.test(name);
}

/** The logs that the service has, written or not. */
export const serviceLogNames = ["svc-debug.log", "svc-error.log", "svc-info.log", "svc-receiver.log"] as const;

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

/** A text in which nothing acts on whoever shows it (R9.4). */
export function spelledOut(text: string): string {
  return text.replace(unseen, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A part of a file that a caller asks for: its first byte, and the one behind its last. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What a Range header asks for (RFC 9110, 14.2). Undefined: the whole, as where it is none that we know. */
export function rangeIn(header: string | undefined, sizeBytes: number): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const start = Math.max(0, sizeBytes - Number(last));
    return start >= sizeBytes ? "unsatisfiable" : { start, end: sizeBytes };
  }
  if (last !== "" && Number(last) < Number(first)) return undefined;
  if (Number(first) >= sizeBytes) return "unsatisfiable";
  return { start: Number(first), end: last === "" ? sizeBytes : Math.min(sizeBytes, Number(last) + 1) };
}
