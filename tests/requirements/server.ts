import type { RequirementList } from "./requirement.ts";

export const server = {
  "server:console:commands": {
    text: "The console starts, stops, and restarts components of FileMaker Server after a confirmation that says who is affected, and links to the run.",
    source: "Promise, console",
  },
  "server:plugins:agent": {
    text: "Without an agent, plug-ins are listed as far as the Admin API knows them, and the response says what is missing.",
    source: "Promise, plug-ins",
  },
  "server:plugins:checked": {
    text: "A file that isn't a plug-in for the host's system and processor is rejected with the reason, before anything is changed.",
    source: "Promise, plug-ins",
  },
  "server:plugins:console": {
    text: "The console lists, installs, enables, disables and removes plug-ins, and says before a restart whom it interrupts.",
    source: "Promise, console",
  },
  "server:plugins:enabled": {
    text: "Plug-ins, and engines that load them, can be enabled and disabled.",
    source: "https://help.claris.com/en/server-help/content/plugins-fmse.html",
  },
  "server:plugins:installed": {
    text: "A plug-in that was uploaded to the host is installed in the folders of the chosen engines.",
    source: "https://help.claris.com/en/server-help/content/plugins-folders.html",
  },
  "server:plugins:kept": {
    text: "Replaced and removed plug-ins are kept in Documents, and are put back in all engines if one of them fails.",
    source: "Promise, plug-ins",
  },
  "server:plugins:listed": {
    text: "Plug-ins are listed with their state in FileMaker Server and the engines whose folders contain them.",
    source: "Promise, plug-ins",
  },
  "server:plugins:role": {
    text: "Only administrators change plug-ins, which run as FileMaker Server, and every change is in the audit trail.",
    source: "Promise, plug-ins; Promise, audit",
  },
  "server:plugins:unmanaged": {
    text: "A FileMaker Server whose Admin API doesn't manage plug-ins is reported as such.",
    source: "Promise, plug-ins",
  },
  "server:process:changed": {
    text: "Components of FileMaker Server can be started, stopped, and restarted, and the response reports the final state of each.",
    source: 'Specification, "Endpoints", POST /fms-process; Promise, server commands',
  },
  "server:process:fmsadmin": {
    text: "Components that the Admin API can't control are controlled with fmsadmin on the database host, with the account's password on standard input.",
    source: "Promise, server commands; Security R7.4",
  },
  "server:process:late": {
    text: "A component that doesn't come back is reported as down, not as running.",
    source: "Promise, server commands",
  },
  "server:process:refused": {
    text: "Components that the platform doesn't have, and impossible requests, are rejected before anything is touched.",
    source: "Promise, server commands",
  },
  "server:process:restart": {
    text: "If the worker crashes after the stop, the next one completes the restart of the Database Server.",
    source: "Reliability R6.2; Promise, server commands",
  },
  "server:process:states": {
    text: "The state of every component is reported, and components that can't be checked from outside are reported as unknown.",
    source: "Promise, server commands",
  },
  "server:process:stopped-server": {
    text: "A request can start the Database Server while it is stopped.",
    source: "Promise, server commands",
  },
  "server:script:cleaned-up": {
    text: "The temporary schedule is always deleted, regardless of the run's result and even after repeated worker crashes.",
    source: 'Specification, "Endpoints", POST /script/run-via-schedule; Reliability R6.2',
  },
  "server:script:error": {
    text: "The FileMaker error of a script is returned.",
    source: 'Specification, "Endpoints", POST /script/run-via-schedule',
  },
  "server:script:once": {
    text: "A script runs once, even if the response to its start was lost.",
    source: "Reliability R6.2; Promise, server commands",
  },
  "server:script:refused": {
    text: "A script of a file that is unknown or not open is rejected before a schedule is created.",
    source: "Promise, server commands",
  },
  "server:script:run": {
    text: "A script runs on FileMaker Server through a temporary schedule, and the request responds when it ends.",
    source: 'Specification, "Endpoints", POST /script/run-via-schedule',
  },
  "server:script:secrets": {
    text: "The account and parameter of a script are encrypted while they wait, and never logged.",
    source: "Security C2, G1",
  },
  "server:script:timeout": {
    text: "A script is stopped after the requested number of minutes, 30 by default.",
    source: 'Specification, "Endpoints", POST /script/run-via-schedule',
  },
  "server:script:unfinished": {
    text: "A request that can't wait for the end says so, and its process has the result.",
    source: "Promise, server commands",
  },
} as const satisfies RequirementList;
