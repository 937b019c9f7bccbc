import type { RequirementList } from "./requirement.ts";

export const schedules = {
  "schedules:account:kept": {
    text: "A schedule runs as the account of the administrator who saved it last, which is stored encrypted; a token can't create one, because it would expire before the runs.",
    source: "Promise, schedules",
  },
  "schedules:change:operation": {
    text: "A schedule can be changed, disabled, enabled, and deleted, and its next runs follow.",
    source: "Promise, schedules",
  },
  "schedules:console:page": {
    text: "In the console, a schedule can be created with a preview of its next runs, run manually, disabled, and deleted, and its history links to its runs; FileMaker Server's own schedules can be run and disabled next to them.",
    source: "Promise, console",
  },
  "schedules:create:long": {
    text: "A schedule with a request of the maximum length is stored; a longer one is rejected before any of it is stored.",
    source: "Promise, schedules",
  },
  "schedules:create:masks": {
    text: "A deployment with masks instead of its secrets can't be scheduled.",
    source: "Promise, schedules",
  },
  "schedules:create:operation": {
    text: "A schedule is created with its timing, and shows its next five runs.",
    source: "Promise, schedules",
  },
  "schedules:create:refused": {
    text: "A schedule that would never run, or whose task is impossible, is rejected with the reason.",
    source: "Promise, schedules",
  },
  "schedules:filemaker:operation": {
    text: "FileMaker Server's own schedules can be listed, run, enabled, and disabled.",
    source: "Promise, schedules",
  },
  "schedules:missed:run": {
    text: "Runs missed while the service was down run once at startup, regardless of their number.",
    source: "Promise, schedules",
  },
  "schedules:missed:skip": {
    text: "A schedule that skips missed runs doesn't run them, and its history says so.",
    source: "Promise, schedules",
  },
  "schedules:moment:host-zone": {
    text: "A time without an offset is in the time zone of the database host; if it occurs twice, the first one counts.",
    source: "Promise, schedules",
  },
  "schedules:run:deployment": {
    text: "A schedule can deploy files as well as make builds; a deployment that may already have been started isn't started again.",
    source: "Promise, schedules",
  },
  "schedules:run:failed": {
    text: "A run that can't be started is recorded as failed, with the reason, and the next one is scheduled.",
    source: "Promise, schedules",
  },
  "schedules:run:lost": {
    text: "A run whose message was lost still starts, some minutes late.",
    source: "Promise, schedules, R6.1",
  },
  "schedules:run:now": {
    text: "A schedule can be run manually at any time without changing its next run.",
    source: "Promise, schedules",
  },
  "schedules:run:once": {
    text: "Each scheduled time has exactly one run, even if its message arrives several times or its worker crashes.",
    source: "Promise, schedules, R6.7",
  },
  "schedules:run:queue": {
    text: "Two schedules with the same time run one after the other.",
    source: "Promise, schedules",
  },
  "schedules:run:repeating": {
    text: "A repeating schedule runs at each of its times, and each run schedules the next.",
    source: "Promise, schedules",
  },
  "schedules:run:server-schedule": {
    text: "A schedule can run one of FileMaker Server's own schedules, such as a backup, after any run in progress, and reports its outcome.",
    source: "Promise, table triggers",
  },
  "schedules:timing:clock-change": {
    text: "Over both daylight saving time changes of a year, a fixed time runs once a day, even if it is skipped or repeated.",
    source: "Promise, schedules",
  },
} as const satisfies RequirementList;
