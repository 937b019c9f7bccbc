import type { RequirementList } from "./requirement.ts";

export const processes = {
  "processes:abort:request": {
    text: "Aborting is a request: the final state says what happened.",
    source: "Promise, R6.3",
  },
  "processes:accept:outbox": {
    text: "Accepted work is done even if its message couldn't be sent at that time.",
    source: "Promise, R6.1; Reliability Q4",
  },
  "processes:async:encryption": {
    text: "Encrypting and decrypting are processes that can be followed.",
    source: 'Specification, "Versioning", 4.17.0',
  },
  "processes:chains:bounded": {
    text: "Work that never ends costs little: many steps in a row are followed by pauses, and each process has one next check.",
    source: "Promise, AWS",
  },
  "processes:chains:lambda": {
    text: "Long chains of steps, waits and deliveries aren't stopped as endless loops on AWS: no message is given up.",
    source: "Promise, AWS; Reliability Q1",
  },
  "processes:chains:woken": {
    text: "A process that waits for the agent continues as soon as one is linked, and the next build when the previous one has ended.",
    source: "Promise, AWS",
  },
  "processes:console:abort": {
    text: "The console aborts a run after a confirmation that names the run and the server.",
    source: "Promise, console",
  },
  "processes:console:activity": {
    text: "The console's frame shows running tasks on every page, and links to them.",
    source: "Promise, console",
  },
  "processes:console:list": {
    text: "Process Logs in the console list running and finished tasks, filtered by text, state, and time, in pages.",
    source: "Promise, console",
  },
  "processes:console:run": {
    text: "The console shows a run live: phases with their times, progress, the log of a phase, the first error, and the outcome.",
    source: "Promise, console",
  },
  "processes:crash:writes": {
    text: "A crash at any write of accepting a process or of a step loses no work and ends no process twice.",
    source: "Promise, H1",
  },
  "processes:events:all": {
    text: "Every change that lists show is published as an event: a key that starts failing, works again, or is first used, an agent that connects or disconnects, a rejected change.",
    source: "Promise, events",
  },
  "processes:events:poll": {
    text: "Events since a position are read as JSON, without gaps.",
    source: "Promise, events",
  },
  "processes:events:stream": {
    text: "Changes are published in an event stream to those who can read them.",
    source: "Promise, events",
  },
  "processes:lease:clocks": {
    text: "A clock that jumps by an hour neither expires the lease of a live worker nor extends the lease of a dead one.",
    source: "Reliability H8",
  },
  "processes:lease:fence": {
    text: "A worker that has lost the lease of a process writes nothing anymore.",
    source: "Promise, R6.2; Reliability Q2, H9",
  },
  "processes:list:filters": {
    text: "Processes can be filtered by state, kind, text, and time, open ones first.",
    source: "Promise, Process Logs",
  },
  "processes:log:since": {
    text: "The log of a process can be read from any position, and downloaded as text.",
    source: "Promise, Process Logs",
  },
  "processes:log:streamed": {
    text: "A process log of any length is downloaded in full, and sent while it is read.",
    source: "Promise, Process Logs",
  },
  "processes:messages:disorder": {
    text: "Messages and reports that arrive twice, late, or out of order take effect once each.",
    source: "Promise, R6.7; Reliability Q1",
  },
  "processes:patch:progress": {
    text: "Process Logs show the progress of applying a patch.",
    source: 'Specification, "Endpoints", POST /fm-file/apply-patch',
  },
  "processes:phases:times": {
    text: "A process reports when each of its phases started and ended, and each line of its log names its phase.",
    source: "Promise, Process Logs",
  },
  "processes:poison:dead-letter": {
    text: "Work that fails five times is given up with a reason, and doesn't block anything else.",
    source: "Promise, R6.4; Reliability Q3",
  },
  "processes:poison:defect": {
    text: "A defect that the same input would cause again fails the work on the first attempt. A failing connection or store doesn't.",
    source: "Promise, R6.4; Reliability Q3",
  },
  "processes:retention:expiry": {
    text: "A process can be read for 30 days after its end; then it is deleted with everything that belongs to it.",
    source: "Promise, retention",
  },
  "processes:start:abort": {
    text: "Scheduled work that is aborted before its start time never starts.",
    source: "Promise, EventBridge Scheduler",
  },
  "processes:start:at": {
    text: "Work can be scheduled for a later time.",
    source: "Promise, EventBridge Scheduler",
  },
  "processes:start:lost": {
    text: "Work whose schedule was lost still starts, some minutes late.",
    source: "Promise, EventBridge Scheduler, R6.1",
  },
  "processes:start:once": {
    text: "Scheduled work starts exactly once and not early, regardless of which worker gets its message and when.",
    source: "Promise, EventBridge Scheduler, R6.7",
  },
  "processes:start:refused": {
    text: "A start time in the past, or more than a year ahead, is rejected.",
    source: "Promise, EventBridge Scheduler",
  },
  "processes:state:final-once": {
    text: "A process reaches exactly one final state, and never leaves it.",
    source: "Promise, R6.3",
  },
  "processes:state:followed-up": {
    text: "Follow-up steps of a host task are done even if the service stops while the end is reported, once the host reports or asks again.",
    source: "Reliability 11, H1",
  },
  "processes:tool-log:download": {
    text: "A program's output is stored with its process, and can be downloaded.",
    source: "Promise, Process Logs",
  },
  "processes:view:by-id": {
    text: "A processId leads to the progress of an operation in Process Logs.",
    source: 'Specification, "Resources", Other records; Specification, "What the service does", point 5',
  },
} as const satisfies RequirementList;
