import { type ErrorName, errors } from "#shared/contract/errors.ts";
import { fileMakerErrors } from "#shared/contract/filemaker-errors.ts";
import type { LogFormat } from "./format.ts";

/** Codes of FileMaker Server's Event.log and Access.log, and their meaning in any language. */
const events: Readonly<Record<string, string>> = {
  "18": "A database was opened read-only",
  "20": "A client was rejected",
  "21": "A client was rejected",
  "22": "A client closed its connection",
  "30": "A client isn't responding",
  "94": "A client opened a database",
  "98": "A client closed a database",
  "228": "The log reached its maximum size and was renamed",
  "613": "Too many connections",
  "638": "A client opened a connection",
  "690": "A schedule exceeded its time limit",
  "701": "A server process ended unexpectedly",
  "730": "A sign-in through an identity provider failed",
  "737": "A database is being opened",
  "745": "Server processes are being stopped",
};

/** Returns the meaning of a log's code. Null if unknown. */
export function meaningOf(code: string | null, codes: LogFormat["codes"]): string | null {
  if (code === null || codes === "none") return null;
  if (codes === "event") return Object.hasOwn(events, code) ? (events[code] as string) : null;
  if (codes === "service" && Object.hasOwn(errors, code)) return errors[code as ErrorName].sentence;
  return Object.hasOwn(fileMakerErrors, code) ? (fileMakerErrors[code]?.meaning ?? null) : null;
}
