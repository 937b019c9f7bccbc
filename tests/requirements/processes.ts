import type { RequirementList } from "./requirement.ts";

export const processes = {
  "processes:abort:request": {
    text: "Aborting is a request: the final state says what came of it.",
    source: "Promise, R6.3",
  },
  "processes:accept:outbox": {
    text: "Work that was accepted is done, also where nobody could be told of it at the time.",
    source: "Promise, R6.1",
  },
  "processes:async:encryption": {
    text: "Encrypting and decrypting are followed as processes.",
    source: 'Specification, "Versioning", 4.17.0',
    planned: "processes",
  },
  "processes:crash:writes": {
    text: "A death at any write of accepting or of a step loses no work and ends no process twice.",
    source: "Promise, H1",
  },
  "processes:events:poll": {
    text: "Events since a position are read as JSON, without gaps.",
    source: "Promise, events",
  },
  "processes:events:stream": {
    text: "What changes is told in an event stream, to whoever may know.",
    source: "Promise, events",
  },
  "processes:lease:fence": {
    text: "Whoever has lost the lease of a process writes nothing any more.",
    source: "Promise, R6.2",
  },
  "processes:list:filters": {
    text: "Processes are found by state, kind, text and time, open ones first.",
    source: "Promise, Process Logs",
  },
  "processes:log:since": {
    text: "The log of a process is read from any position on, and downloaded as text.",
    source: "Promise, Process Logs",
  },
  "processes:messages:disorder": {
    text: "Messages and reports that come doubled, late or in disorder have one effect each.",
    source: "Promise, R6.7",
  },
  "processes:patch:progress": {
    text: "The progress of applying a patch appears in Process Logs.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
    planned: "processes",
  },
  "processes:poison:dead-letter": {
    text: "What fails five times is given up with a reason, and holds up nothing else.",
    source: "Promise, R6.4",
  },
  "processes:retention:expiry": {
    text: "A process can be looked at for 30 days after its end; then it goes with everything that belongs to it.",
    source: "Promise, retention",
  },
  "processes:state:final-once": {
    text: "A process reaches exactly one final state, and never leaves it.",
    source: "Promise, R6.3",
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
