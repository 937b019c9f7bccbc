import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const scheduleErrors = {
  schedule_not_found: {
    code: 18900,
    status: 404,
    sentence: "Schedule not found",
    cause: "The ID is mistyped, or the schedule was deleted.",
    remedy: "List the schedules.",
  },
  schedule_never_runs: {
    code: 18901,
    status: 400,
    sentence: "This schedule would never run",
    cause:
      "The time is in the past or more than ten years ahead, the cron expression is invalid or names a day that never occurs, or the time zone is unknown.",
    remedy: "Send a future time, or a cron expression with five fields and a time zone such as Europe/Berlin.",
  },
  schedule_limit: {
    code: 18902,
    status: 409,
    sentence: "The limit of 200 schedules is reached",
    cause: "200 schedules are stored.",
    remedy: "Delete schedules that you don't need.",
  },
  server_schedule_busy: {
    code: 18903,
    status: 409,
    sentence: "FileMaker Server can't do this with the schedule now",
    cause: "It is running, or the server's state doesn't allow it.",
    remedy: "Check its state, and try again when it has finished.",
  },
  schedule_too_long: {
    code: 18904,
    status: 413,
    sentence: "The schedule's task is too large",
    cause: "It exceeds 120,000 bytes of JSON because of its text files or the number of its files.",
    remedy: "Save the deployment as a recipe and schedule the recipe, or split it.",
  },
  server_schedule_not_found: {
    code: 18905,
    status: 404,
    sentence: "FileMaker Server doesn't have this schedule",
    cause: "It was deleted there, or its ID is mistyped.",
    remedy: "List FileMaker Server's schedules.",
  },
} as const satisfies ErrorEntries;
