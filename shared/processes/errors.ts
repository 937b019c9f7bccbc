import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const processErrors = {
  process_not_found: {
    code: 18140,
    status: 404,
    sentence: "Process not found",
    cause: "The ID is mistyped, or the process ended long ago and is no longer stored.",
    remedy: "List the processes.",
  },
  process_final: {
    code: 18141,
    status: 409,
    sentence: "The process has already finished",
    cause: "It ended before it could be aborted.",
    remedy: "Read the process to see its final state.",
  },
  process_not_abortable: {
    code: 18142,
    status: 409,
    sentence: "This kind of process can't be aborted",
    cause: "It is short, or stopping halfway would leave an inconsistent state.",
    remedy: "Wait until it finishes.",
  },
  tool_log_not_found: {
    code: 18143,
    status: 404,
    sentence: "The process has no tool log",
    cause: "It ran no program, or the program hasn't printed anything yet.",
    remedy: "Read the log of the process.",
  },
} as const satisfies ErrorEntries;
