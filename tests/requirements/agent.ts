import type { RequirementList } from "./requirement.ts";

export const agent = {
  "agent:code:once": {
    text: "An enrollment code enrolls one agent and is valid for ten minutes.",
    source: "Security R7.1",
  },
  "agent:command:argv": {
    text: "A command becomes an argument vector without a shell: names that start with a dash are refused, the environment is cleared, and passwords are never arguments.",
    source: "Security R7.3, R7.4",
  },
  "agent:command:known": {
    text: "The agent runs only the commands in its catalog, with the fields defined there, and rejects everything else.",
    source: "Security R7.3",
  },
  "agent:command:once": {
    text: "A command runs once, even if its request arrives repeatedly, over several links, or after the agent restarted.",
    source: "Security H2, A1",
  },
  "agent:conformance:anonymous": {
    text: "A recording contains no name, value, address or secret of the server that it was made at.",
    source: "Promise, conformance recordings",
  },
  "agent:conformance:compared": {
    text: "The stand-in's answers are compared with each kept recording, key by key, and every allowed difference has a reason.",
    source: "Promise, conformance recordings",
  },
  "agent:conformance:expectations": {
    text: "A recording says for each question if the stand-in gives the same status, code or exit code.",
    source: "Promise, conformance recordings",
  },
  "agent:conformance:leaves-nothing": {
    text: "Recording changes nothing that lasts at FileMaker Server and on its host.",
    source: "Promise, conformance recordings",
  },
  "agent:conformance:questions": {
    text: "`conformance record` asks at least 150 questions of all interfaces of a server within 3 minutes, and ends its sessions.",
    source: "Promise, conformance recordings",
  },
  "agent:conformance:replayed": {
    text: "The stand-in answers from a recording if it is started with one.",
    source: "Promise, conformance recordings",
  },
  "agent:conformance:unreadable": {
    text: "A log that can't be read is in the recording, with its error.",
    source: "Promise, conformance recordings",
  },
  "agent:console:checks": {
    text: "The console shows the list of `latchkey agent doctor`, problems first and each with its remedy, runs the checks again on request, and copies the list as the command prints it.",
    source: "Promise, console",
  },
  "agent:console:enrol": {
    text: "The console enrolls and replaces the agent with a one-time code, waits until it is connected, and shows the problems on its host and how to fix them.",
    source: "Promise, console",
  },
  "agent:console:home": {
    text: "The console's home page shows free disk space on the host, connected clients, running tasks, and the failures of the last 24 hours.",
    source: "Promise, console",
  },
  "agent:console:revoke": {
    text: "The console revokes the agent after a confirmation that lists what stops working.",
    source: "Promise, console",
  },
  "agent:doctor:first-day": {
    text: "`latchkey-agent doctor` checks account, tools, Admin API, folders, logs and the web server as the agent uses them, and marks what it couldn't check as unknown.",
    source: "Promise, the host agent",
  },
  "agent:doctor:first-day-guide": {
    text: "On a host with everything against it, the steps of the first-day guide lead from refused calls to a `doctor` without failures and a working build.",
    source: "Promise, the host agent",
  },
  "agent:doctor:fmsadmin-account": {
    text: "`latchkey-agent doctor` says whether fmsadmin reads an account from standard input, and what doesn't work if it doesn't.",
    source: "Promise, the host agent",
  },
  "agent:doctor:folders": {
    text: "`latchkey-agent doctor` also checks the folders on other disks that FileMaker Server names, and names the command that allows the agent's unit to write to them.",
    source: "Promise, the host agent",
  },
  "agent:doctor:full": {
    text: "`latchkey-agent doctor --full` tries on a copy of a file what tasks do, and removes everything that it made, also if it is killed.",
    source: "Promise, the host agent",
  },
  "agent:doctor:operation": {
    text: "Administrators and operators run the agent's checks with one call, which returns the same list as `latchkey agent doctor`.",
    source: "Promise, the host agent",
  },
  "agent:doctor:remedies": {
    text: "`latchkey-agent doctor` lists what is missing on the host, each with a remedy, and exits with 1 if the agent can't work.",
    source: "Promise, the host agent",
  },
  "agent:enrolment:ends": {
    text: "An agent that can't enroll exits, whether its input stays open or not; its service manager starts it again.",
    source: "Reliability H5, I3",
  },
  "agent:enrolment:kept": {
    text: "An enrollment that this host can't store, or that is blocked by something else, uses up no code, replaces no agent, and says what to do.",
    source: "Promise, the host agent",
  },
  "agent:enrolment:not-replaced": {
    text: "A service with FMS_SERVER_PATH never replaces an agent that an administrator enrolled; it says so instead of starting its own.",
    source: "Promise, the host agent",
  },
  "agent:enrolment:replace": {
    text: "Another agent replaces an enrolled one only after confirmation.",
    source: "Promise, the host agent",
  },
  "agent:enrolment:revoke": {
    text: "A revoked agent is disconnected and can't connect again.",
    source: "Security R7.1",
  },
  "agent:file:range": {
    text: "Up to 64 KB of a file are sent over the link; larger parts are uploaded to a one-time address and relayed as they arrive.",
    source: "Promise, the host agent",
  },
  "agent:files:below-roots": {
    text: "No path or symlink leads the agent outside of its folders.",
    source: "Security R7.3",
  },
  "agent:fmsadmin:output": {
    text: "The last megabyte of a program's output is kept, and memory use stays constant.",
    source: "Security R7.3; A3",
  },
  "agent:fmsadmin:timeout": {
    text: "An fmsadmin command, including open and close, times out after 20 seconds.",
    source: 'Specification, "Limits", fmsadmin commands; Reliability A3',
  },
  "agent:fmsadmin:timeout-setting": {
    text: "FMSADMIN_TIMEOUT_IN_SEC replaces the default timeout of 20 seconds for fmsadmin commands.",
    source: 'Specification, "Limits", fmsadmin commands',
  },
  "agent:frame:signed": {
    text: "A frame that is replayed, old, altered, or signed with another key has no effect, is answered with 401, and is logged.",
    source: "Security R7.2; A2",
  },
  "agent:install:again": {
    text: "The system restarts the agent every time it exits, without a limit.",
    source: "Reliability I3, H2",
  },
  "agent:install:least-rights": {
    text: "The systemd, launchd, or Windows service runs the agent under its own account, with write access only to FileMaker Server's folder.",
    source: "Promise, the host agent",
  },
  "agent:install:one-file": {
    text: "The agent is a single file that runs on Node 24 without dependencies; on an older version, it prints that it needs Node 24.",
    source: "Promise, the host agent",
  },
  "agent:install:shared-folders": {
    text: "FileMaker Server can write to every folder that the agent makes for it, regardless of the umask of the agent's account.",
    source: "Promise, the host agent",
  },
  "agent:keys:damaged": {
    text: "If a required agent file is damaged, the agent exits with the file's name and what to do; files it can do without are recreated.",
    source: "Promise, the host agent",
  },
  "agent:keys:private": {
    text: "The agent's key files are readable only by its account, written atomically, and rejected if others can read them.",
    source: "Security R7.1; Reliability A1",
  },
  "agent:link:away": {
    text: "Requests that need the agent get 503 immediately while the agent is offline.",
    source: "Promise, the host agent",
  },
  "agent:link:clock": {
    text: "If the clocks of agent and service differ by more than two minutes, the error names both times.",
    source: "Security R7.2",
  },
  "agent:link:cut": {
    text: "A link that was cut is reopened, and requests and answers sent meanwhile arrive.",
    source: "Security A1",
  },
  "agent:link:frozen": {
    text: "A frozen agent counts as offline after two missed heartbeats of 15 seconds; requests fail immediately, and the agent continues when it returns.",
    source: "Security H9",
  },
  "agent:link:light": {
    text: "A request to the agent costs the store two writes if the same process receives the answer: one to store it, one to count its answer.",
    source: "Security R7.1",
  },
  "agent:link:memory": {
    text: "An agent remembers the frames of its link only as long as they could be replayed, because a link lives for months.",
    source: "Security R7.2",
  },
  "agent:link:one": {
    text: "Only one link is active: the newest one of the most recently enrolled agent. Others are closed.",
    source: "Promise, the host agent",
  },
  "agent:link:store-away": {
    text: "While the store is unavailable, the agent's answers are kept, and reported when the store is back.",
    source: "Security D1",
  },
  "agent:link:written": {
    text: "On AWS, a heartbeat writes only its frame and the link; on one machine, it writes nothing. The agent's record, which has its whole report, is written every five minutes.",
    source: "Promise, performance",
  },
  "agent:restarts:unwanted": {
    text: "The number of agent restarts excludes starts after a stop on request, such as an update.",
    source: "Promise, the host agent",
  },
  "agent:runtime:entries": {
    text: "Re-enrolling the agent that the service starts leaves no revoked entry. An agent that an administrator enrolled is listed as revoked.",
    source: "Promise, the host agent",
  },
  "agent:runtime:start": {
    text: "`npm start` starts and enrolls the agent together with the service; both stop together.",
    source: "Promise, one machine",
  },
  "agent:server-key:first": {
    text: "On the host, the agent signs in to FileMaker Server with its own key; it uses an account if the server doesn't know that key.",
    source: "Promise, the host agent; Security R7.4",
  },
  "agent:server-key:registered": {
    text: "An agent creates an RSA key at enrollment, which is registered at FileMaker Server with the account of the administrator who created the code.",
    source: "Promise, the host agent; Security R7.4",
  },
  "agent:server-key:removed": {
    text: "The key of a revoked or replaced agent is deleted from FileMaker Server.",
    source: "Promise, the host agent",
  },
  "agent:server-key:renewed": {
    text: "An agent renews its key every 90 days; after an interrupted renewal it keeps the key that the server accepts.",
    source: "Promise, the host agent",
  },
  "agent:versions:doctor": {
    text: "An agent that is older than the service says so in its log and in its doctor report, with what it doesn't support and how to fix it.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:listed": {
    text: "The list of agents says for each agent if an update is recommended.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:newer": {
    text: "Additional data from a newer service or agent doesn't close the link.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:refused": {
    text: "Operations that an older agent doesn't support aren't sent to it; the error says that the agent must be updated.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:spare": {
    text: "A field that is optional for an older agent is left out of its requests; other fields are never ignored.",
    source: "Promise, versions of service and agent",
  },
  "agent:versions:work": {
    text: "Tasks that an older agent doesn't support wait for its update, and say so.",
    source: "Promise, versions of service and agent",
  },
  "agent:work:abort": {
    text: "Aborting a task ends its program and undoes its changes.",
    source: "Promise, processes; R7.3",
  },
  "agent:work:away": {
    text: "Tasks wait for an agent that is offline, say so, and continue when it is back.",
    source: "Promise, the host agent; A1",
  },
  "agent:work:busy": {
    text: "Two tasks never use the same file at once: the later one waits, and says so.",
    source: "Promise, the host agent",
  },
  "agent:work:events": {
    text: "Task events arrive exactly once and in order, even over several links, and include program output.",
    source: "Security A1; R6.7",
  },
  "agent:work:journal-whole": {
    text: "A journal entry that the disk had no space for doesn't damage the entries before or after it.",
    source: "Reliability H4, R7.5",
  },
  "agent:work:lost": {
    text: "A task that the agent accepted but no longer knows, or whose agent was replaced, counts as crashed.",
    source: "Reliability R6.3, H2",
  },
  "agent:work:once": {
    text: "A task runs once, even if it is offered several times.",
    source: "Reliability Q1, Q2, A1",
  },
  "agent:work:restart": {
    text: "After a restart, the agent resumes its tasks and ends any program left over from its previous run.",
    source: "Reliability H2, R7.5",
  },
  "agent:work:stop": {
    text: "An agent that is asked to stop leaves its tasks unchanged and resumes them on the next start.",
    source: "Reliability H3",
  },
} as const satisfies RequirementList;
