import type { RequirementList } from "./requirement.ts";

export const agent = {
  "agent:code:once": {
    text: "An enrolment code enrols one agent, within ten minutes.",
    source: "Security R7.1",
  },
  "agent:command:argv": {
    text: "A command becomes an argument vector without a shell: names stand behind `--`, the environment is cleared, and no password is an argument.",
    source: "Security R7.3, R7.4",
  },
  "agent:command:known": {
    text: "The agent does what its catalogue names, with the fields that stand there, and refuses everything else.",
    source: "Security R7.3",
  },
  "agent:command:once": {
    text: "A command is run once, however often its request comes, over however many links and lives of the agent.",
    source: "Security H2, A1",
  },
  "agent:console:enrol": {
    text: "The console enrols and replaces the agent with a one-time code, waits until it is linked, and says what it found on its host and how to fix it.",
    source: "Promise, console",
  },
  "agent:console:home": {
    text: "The console's first page says how much space the host's disks have, who is connected, what runs and what went wrong in a day.",
    source: "Promise, console",
  },
  "agent:console:revoke": {
    text: "The console revokes the agent after a question that says what stops.",
    source: "Promise, console",
  },
  "agent:doctor:remedies": {
    text: "`latchkey-agent doctor` names what is missing on the host, each with a remedy, and ends with 1 when the agent cannot work so.",
    source: "Promise, the host agent",
  },
  "agent:enrolment:ends": {
    text: "An agent that could not enrol ends, whatever becomes of its input: what keeps it running starts it again.",
    source: "Reliability H5, I3",
  },
  "agent:enrolment:kept": {
    text: "An enrolment that this host could not keep, or that has another thing in its way, uses up no code, replaces no agent, and says what to do.",
    source: "Promise, the host agent",
  },
  "agent:enrolment:replace": {
    text: "Another agent takes the place of an enrolled one only after that was confirmed.",
    source: "Promise, the host agent",
  },
  "agent:enrolment:revoke": {
    text: "A revoked agent loses its link and opens no other.",
    source: "Security R7.1",
  },
  "agent:file:range": {
    text: "Up to 64 KB of a file come over the link; more is brought to a one-time address and relayed while it comes.",
    source: "Promise, the host agent",
  },
  "agent:files:below-roots": {
    text: "No path and no link leads the agent out of the folders that it works in.",
    source: "Security R7.3",
  },
  "agent:fmsadmin:output": {
    text: "Of what a program prints the last megabyte is kept, and memory stays flat.",
    source: "Security R7.3; A3",
  },
  "agent:fmsadmin:timeout": {
    text: "An fmsadmin command, open and close included, is ended after 20 seconds.",
    source: 'Specification, "Limits", fmsadmin commands; Reliability A3',
  },
  "agent:fmsadmin:timeout-setting": {
    text: "FMSADMIN_TIMEOUT_IN_SEC replaces the 20 seconds that an fmsadmin command has.",
    source: 'Specification, "Limits", fmsadmin commands',
  },
  "agent:frame:signed": {
    text: "A frame that is replayed, old, altered or signed by another has no effect, is answered 401 and is logged.",
    source: "Security R7.2; A2",
  },
  "agent:install:again": {
    text: "The system starts the agent again whenever it ends, however often that is.",
    source: "Reliability I3, H2",
  },
  "agent:install:least-rights": {
    text: "What lets systemd, launchd or Windows run the agent gives it an account of its own, and FileMaker Server's folder to write in and nothing else.",
    source: "Promise, the host agent",
  },
  "agent:install:one-file": {
    text: "The agent is one file that runs on Node 24 with nothing else around it, and says on an older one in a sentence that it needs that.",
    source: "Promise, the host agent",
  },
  "agent:keys:damaged": {
    text: "A damaged file of the agent's own ends it with the file's name and what to do; what it can do without, it makes again.",
    source: "Promise, the host agent",
  },
  "agent:keys:private": {
    text: "What the agent keeps of keys is for its account alone, whole or not at all, and refused where others may read it.",
    source: "Security R7.1; Reliability A1",
  },
  "agent:link:away": {
    text: "What needs the agent is answered 503 at once while the agent has no link.",
    source: "Promise, the host agent",
  },
  "agent:link:clock": {
    text: "Where the clocks of agent and service are more than two minutes apart, the refusal names both times.",
    source: "Security R7.2",
  },
  "agent:link:cut": {
    text: "A link that was cut is opened again, and what was asked or answered meanwhile arrives.",
    source: "Security A1",
  },
  "agent:link:frozen": {
    text: "An agent that was frozen counts as away after two missed heartbeats of 15 seconds, calls say so at once, and it works on when it comes back.",
    source: "Security H9",
  },
  "agent:link:light": {
    text: "A question to the agent costs the store two writes where its answer comes back to who asked: to keep it, and to count its answer.",
    source: "Security R7.1",
  },
  "agent:link:memory": {
    text: "An agent remembers the frames of its link for as long as they could come again, and no longer: a link lives for months.",
    source: "Security R7.2",
  },
  "agent:link:one": {
    text: "One link counts: the newest of the agent that was enrolled last. Others are closed.",
    source: "Promise, the host agent",
  },
  "agent:link:store-away": {
    text: "While the store is away, what the agent has answered is kept, and reported when the store is back.",
    source: "Security D1",
  },
  "agent:runtime:entries": {
    text: "The agent that the service starts leaves no revoked entry behind when it is enrolled again. One that an administrator enrolled is shown as revoked.",
    source: "Promise, the host agent",
  },
  "agent:runtime:start": {
    text: "`npm start` starts the agent beside the service and enrols it; both end together.",
    source: "Promise, one machine",
  },
  "agent:server-key:first": {
    text: "On the host the agent signs in at FileMaker Server by its own key; an account is used where the server does not know that key.",
    source: "Promise, the host agent; Security R7.4",
  },
  "agent:server-key:registered": {
    text: "An agent makes an RSA key at its enrolment, which is registered at FileMaker Server with the account of the administrator who made the code.",
    source: "Promise, the host agent; Security R7.4",
  },
  "agent:server-key:removed": {
    text: "The key of an agent that is revoked or replaced is deleted at FileMaker Server.",
    source: "Promise, the host agent",
  },
  "agent:server-key:renewed": {
    text: "An agent renews its key every 90 days, and a renewal that was broken off leaves it with the key that the server takes.",
    source: "Promise, the host agent",
  },
  "agent:versions:doctor": {
    text: "An agent that is older than the service says so in its log and in its examination, with what it does not know and how to fix it.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:listed": {
    text: "The list of agents tells of each whether it does well to be updated.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:newer": {
    text: "What a newer service or agent says beyond what the other knows ends no link.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:refused": {
    text: "What an older agent does not know is not asked of it, but refused with the word that it has to be updated.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:spare": {
    text: "A field that an older agent may do without is left out for it; any other is never passed over.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:work": {
    text: "Long work that an older agent does not know waits for its update, and says so.",
    source: "Promise, versions of service and agent",
  },
  "agent:work:abort": {
    text: "Long work that is aborted ends the program that runs for it and undoes what was done.",
    source: "Promise, processes; R7.3",
  },
  "agent:work:away": {
    text: "Long work waits for an agent that is away, says so, and goes on when it is back.",
    source: "Promise, the host agent; A1",
  },
  "agent:work:busy": {
    text: "No two works have the same file at a time: the later one waits, and says so.",
    source: "Promise, the host agent",
  },
  "agent:work:events": {
    text: "Events of long work arrive once and in order, over whatever links, with the output of its programs.",
    source: "Security A1; R6.7",
  },
  "agent:work:journal-whole": {
    text: "A journal entry of long work that the disk had no space for damages none of those before and after it.",
    source: "Reliability H4, R7.5",
  },
  "agent:work:lost": {
    text: "Work that the agent has taken and knows no more, or that went with a replaced agent, has crashed.",
    source: "Reliability R6.3, H2",
  },
  "agent:work:once": {
    text: "Long work is done once, however often it is offered.",
    source: "Reliability Q1, Q2, A1",
  },
  "agent:work:restart": {
    text: "After a restart the agent goes on with its work, and ends a program that its earlier life has left.",
    source: "Reliability H2, R7.5",
  },
  "agent:work:stop": {
    text: "An agent that is asked to stop leaves its work as it is, and its next life goes on.",
    source: "Reliability H3",
  },
} as const satisfies RequirementList;
