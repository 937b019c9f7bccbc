import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of processes. */
export const processErrors = {
  process_not_found: {
    code: 18140,
    status: 404,
    sentence: "There is no such process",
    cause: "The id is mistyped, or the process ended so long ago that it is no longer kept.",
    remedy: "List the processes to see which there are.",
  },
  process_final: {
    code: 18141,
    status: 409,
    sentence: "The process has come to its end already",
    cause: "It ended before it could be aborted.",
    remedy: "Read the process: its state says how it ended.",
  },
  process_not_abortable: {
    code: 18142,
    status: 409,
    sentence: "This kind of process cannot be aborted",
    cause: "It is short, or what it does must not be left half-done.",
    remedy: "Wait until it has ended.",
  },
  tool_log_not_found: {
    code: 18143,
    status: 404,
    sentence: "The process has no tool log",
    cause: "No program took part in it, or none has put anything out yet.",
    remedy: "Read its log.",
  },
} as const satisfies ErrorEntries;
