import type { RequirementList } from "./requirement.ts";

export const processes = {
  "processes:abort:request": {
    text: "Aborting is a request: the final state says what came of it.",
    source: "Promise, R6.3",
  },
  "processes:accept:outbox": {
    text: "Work that was accepted is done, also where its message could not be sent at the time.",
    source: "Promise, R6.1; Reliability Q4",
  },
  "processes:async:encryption": {
    text: "Encrypting and decrypting are followed as processes.",
    source: 'Specification, "Versioning", 4.17.0',
  },
  "processes:console:abort": {
    text: "A run is aborted in the console after a question that names it and the server.",
    source: "Promise, console",
  },
  "processes:console:activity": {
    text: "The console's frame says what runs now, from every page, and leads there.",
    source: "Promise, console",
  },
  "processes:console:list": {
    text: "Process Logs in the console list what runs and what ran, filtered by text, state and time, page by page.",
    source: "Promise, console",
  },
  "processes:console:run": {
    text: "The console shows a run as it goes on: phases with their times, progress, the log of a phase, the first error, and what became of it.",
    source: "Promise, console",
  },
  "processes:crash:writes": {
    text: "A death at any write of accepting or of a step loses no work and ends no process twice.",
    source: "Promise, H1",
  },
  "processes:events:all": {
    text: "Every change of what lists show is published as an event: a key that begins to fail, opens again or is used for the first time, an agent that comes or goes, a change that was refused.",
    source: "Promise, events",
  },
  "processes:events:poll": {
    text: "Events since a position are read as JSON, without gaps.",
    source: "Promise, events",
  },
  "processes:events:stream": {
    text: "Changes are published in an event stream, to those who may read them.",
    source: "Promise, events",
  },
  "processes:lease:clocks": {
    text: "A clock that jumps by an hour makes no lease of a living worker look run out, and keeps none of a dead one.",
    source: "Reliability H8",
  },
  "processes:lease:fence": {
    text: "A worker that has lost the lease of a process writes nothing any more.",
    source: "Promise, R6.2; Reliability Q2, H9",
  },
  "processes:list:filters": {
    text: "Processes are found by state, kind, text and time, open ones first.",
    source: "Promise, Process Logs",
  },
  "processes:log:since": {
    text: "The log of a process is read from any position on, and downloaded as text.",
    source: "Promise, Process Logs",
  },
  "processes:log:streamed": {
    text: "The log of a process is downloaded whole, however long it is, and sent as it is read.",
    source: "Promise, Process Logs",
  },
  "processes:messages:disorder": {
    text: "Messages and reports that come doubled, late or in disorder have one effect each.",
    source: "Promise, R6.7; Reliability Q1",
  },
  "processes:patch:progress": {
    text: "The progress of applying a patch appears in Process Logs.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "processes:phases:times": {
    text: "A process says when each of its phases began and ended, and a line of its log which phase it is of.",
    source: "Promise, Process Logs",
  },
  "processes:poison:dead-letter": {
    text: "What fails five times is given up with a reason, and holds up nothing else.",
    source: "Promise, R6.4; Reliability Q3",
  },
  "processes:poison:defect": {
    text: "A defect, which the same input causes again, ends work at the first try. A connection or a store that fails doesn't.",
    source: "Promise, R6.4; Reliability Q3",
  },
  "processes:retention:expiry": {
    text: "A process can be looked at for 30 days after its end; then it goes with everything that belongs to it.",
    source: "Promise, retention",
  },
  "processes:start:abort": {
    text: "Work that is aborted before its moment never starts.",
    source: "Promise, EventBridge Scheduler",
  },
  "processes:start:at": {
    text: "Work can be asked for now that starts at a later moment.",
    source: "Promise, EventBridge Scheduler",
  },
  "processes:start:lost": {
    text: "Work whose schedule was lost starts all the same, some minutes late.",
    source: "Promise, EventBridge Scheduler, R6.1",
  },
  "processes:start:once": {
    text: "Work that starts later starts once, and not before its time, whichever worker gets its message and when.",
    source: "Promise, EventBridge Scheduler, R6.7",
  },
  "processes:start:refused": {
    text: "A start in the past, or more than a year ahead, is refused.",
    source: "Promise, EventBridge Scheduler",
  },
  "processes:state:final-once": {
    text: "A process reaches exactly one final state, and never leaves it.",
    source: "Promise, R6.3",
  },
  "processes:state:followed-up": {
    text: "What follows the end of work on the host is done also where the service ends as the end is reported, once the host reports or asks again.",
    source: "Reliability 11, H1",
  },
  "processes:tool-log:download": {
    text: "What a program has put out is kept with its process, and can be downloaded.",
    source: "Promise, Process Logs",
  },
  "processes:view:by-id": {
    text: "A processId follows the progress of an operation in Process Logs.",
    source: 'Specification, "Resources", Other records; Specification, "What the service does", point 5',
  },
} as const satisfies RequirementList;
