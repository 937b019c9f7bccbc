import type { RequirementList } from "./requirement.ts";

export const server = {
  "server:console:commands": {
    text: "The console starts, stops and restarts parts of FileMaker Server after a question that says who notices, and leads to the run.",
    source: "Promise, console",
  },
  "server:process:changed": {
    text: "The parts of FileMaker Server are started, stopped and restarted, and the answer says how each was found in the end.",
    source: 'Specification, "Endpoints", POST /fms-process; Promise, server commands',
  },
  "server:process:fmsadmin": {
    text: "What the Admin API cannot switch, fmsadmin does on the database host, with an account's password on its standard input.",
    source: "Promise, server commands; Security R7.4",
  },
  "server:process:late": {
    text: "A part that does not come back is said to be down, and not to be well.",
    source: "Promise, server commands",
  },
  "server:process:refused": {
    text: "What the platform does not have, and what nobody could do, is refused before anything is touched.",
    source: "Promise, server commands",
  },
  "server:process:restart": {
    text: "A restart of the Database Server whose worker dies after the stop is finished by the next one.",
    source: "Reliability R6.2; Promise, server commands",
  },
  "server:process:states": {
    text: "Which parts of the server run is said for every part, and of what cannot be seen from outside that it is not known.",
    source: "Promise, server commands",
  },
  "server:process:stopped-server": {
    text: "The Database Server is started by a call while it is stopped.",
    source: "Promise, server commands",
  },
  "server:script:cleaned-up": {
    text: "The temporary schedule is deleted whatever becomes of the run, and however often its worker dies.",
    source: 'Specification, "Endpoints", POST /script/run-via-schedule; Reliability R6.2',
  },
  "server:script:error": {
    text: "The FileMaker error that a script ends with is carried back.",
    source: 'Specification, "Endpoints", POST /script/run-via-schedule',
  },
  "server:script:once": {
    text: "A script runs once, also where the answer to its start was lost.",
    source: "Reliability R6.2; Promise, server commands",
  },
  "server:script:refused": {
    text: "A script of a file that is unknown or not open is refused before a schedule is made.",
    source: "Promise, server commands",
  },
  "server:script:run": {
    text: "A script runs on FileMaker Server by a temporary schedule, and the call is answered at its end.",
    source: 'Specification, "Endpoints", POST /script/run-via-schedule',
  },
  "server:script:secrets": {
    text: "The account and the parameter of a script are sealed while they wait, and in no log.",
    source: "Security C2, G1",
  },
  "server:script:timeout": {
    text: "A script is ended after the minutes that the call has said, or after 30.",
    source: 'Specification, "Endpoints", POST /script/run-via-schedule',
  },
  "server:script:unfinished": {
    text: "A call that cannot wait for the end says so, and its process tells the rest.",
    source: "Promise, server commands",
  },
} as const satisfies RequirementList;
