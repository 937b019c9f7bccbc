import type { RequirementList } from "./requirement.ts";

export const schedules = {
  "schedules:account:kept": {
    text: "A schedule acts for the account of the administrator who saved it last, which is kept sealed; a token, which would not live until its runs, makes none.",
    source: "Promise, schedules",
  },
  "schedules:change:operation": {
    text: "A schedule is changed, disabled, enabled and deleted, and runs then as it was left.",
    source: "Promise, schedules",
  },
  "schedules:console:page": {
    text: "In the console a schedule is created with a preview of its next runs, run by hand, disabled and deleted, and its history leads to its runs; FileMaker Server's own are run and disabled beside them.",
    source: "Promise, console",
  },
  "schedules:create:long": {
    text: "A schedule of work that is as long as may be is kept; one that is longer is refused before anything of it is stored.",
    source: "Promise, schedules",
  },
  "schedules:create:masks": {
    text: "A deployment is not scheduled with masks in the place of its secrets.",
    source: "Promise, schedules",
  },
  "schedules:create:operation": {
    text: "A schedule is created with its timing, and shows its next five moments.",
    source: "Promise, schedules",
  },
  "schedules:create:refused": {
    text: "A schedule that would never run, or of work that cannot be done, is refused with the reason.",
    source: "Promise, schedules",
  },
  "schedules:filemaker:operation": {
    text: "FileMaker Server's own schedules are listed, run, enabled and disabled.",
    source: "Promise, schedules",
  },
  "schedules:missed:run": {
    text: "A run whose moment passed while the service was down runs once at the start, however many were missed.",
    source: "Promise, schedules",
  },
  "schedules:missed:skip": {
    text: "A schedule that skips missed runs leaves them out, and its history says so.",
    source: "Promise, schedules",
  },
  "schedules:moment:host-zone": {
    text: "A moment without an offset is meant as the clock of the database host shows it, the first one where it does so twice.",
    source: "Promise, schedules",
  },
  "schedules:run:deployment": {
    text: "A schedule deploys files as it makes builds; a deployment of which it is unknown whether it was started is not started again.",
    source: "Promise, schedules",
  },
  "schedules:run:failed": {
    text: "A run that cannot be started is kept as failed, with the reason, and the next one is there.",
    source: "Promise, schedules",
  },
  "schedules:run:lost": {
    text: "A run whose message was lost starts all the same, some minutes late.",
    source: "Promise, schedules, R6.1",
  },
  "schedules:run:now": {
    text: "A schedule is run by hand at any time, and its next moment stays.",
    source: "Promise, schedules",
  },
  "schedules:run:once": {
    text: "Each moment of a schedule has one run, however often its message comes and whenever its worker dies.",
    source: "Promise, schedules, R6.7",
  },
  "schedules:run:queue": {
    text: "Two schedules of the same moment run one after the other.",
    source: "Promise, schedules",
  },
  "schedules:run:repeating": {
    text: "A repeating schedule runs at each of its moments, and after each run the next one is there.",
    source: "Promise, schedules",
  },
  "schedules:run:server-schedule": {
    text: "A schedule has FileMaker Server run one of its own, such as a backup, after a run that is under way, and says how that ended.",
    source: "Promise, table triggers",
  },
  "schedules:timing:clock-change": {
    text: "Over both changes of clocks of a year a fixed time runs once a day, also one that is skipped or doubled.",
    source: "Promise, schedules",
  },
} as const satisfies RequirementList;
