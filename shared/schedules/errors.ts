import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of schedules. */
export const scheduleErrors = {
  schedule_not_found: {
    code: 18900,
    status: 404,
    sentence: "There is no such schedule",
    cause: "The id is mistyped, or the schedule was deleted.",
    remedy: "List the schedules to see which there are.",
  },
  schedule_never_runs: {
    code: 18901,
    status: 400,
    sentence: "This timing has no moment ahead",
    cause:
      "The moment is past or more than ten years ahead, the pattern cannot be read or names a day that no year has, or the time zone is unknown.",
    remedy: "Give a moment ahead; or five fields of a cron expression and a time zone such as Europe/Berlin.",
  },
  schedule_limit: {
    code: 18902,
    status: 409,
    sentence: "There are as many schedules as can be kept",
    cause: "200 schedules are stored.",
    remedy: "Delete those that are not needed any more.",
  },
  server_schedule_busy: {
    code: 18903,
    status: 409,
    sentence: "FileMaker Server does not do this with the schedule now",
    cause: "It is running, or the state of the server does not allow it.",
    remedy: "Look at its state, and try again when it has ended.",
  },
  schedule_too_long: {
    code: 18904,
    status: 413,
    sentence: "What the schedule does is too long",
    cause: "It is longer than 120,000 bytes as JSON: its text files, or the number of its files.",
    remedy: "Keep the deployment as a recipe, and have the schedule run that; or divide it.",
  },
  server_schedule_not_found: {
    code: 18905,
    status: 404,
    sentence: "FileMaker Server has no such schedule",
    cause: "It was deleted there, or its id is mistyped.",
    remedy: "List FileMaker Server's schedules, and choose one of them.",
  },
} as const satisfies ErrorEntries;
