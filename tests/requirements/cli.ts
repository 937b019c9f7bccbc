import type { RequirementList } from "./requirement.ts";

export const cli = {
  "cli:ci:deployed": {
    text: "A workflow of at most 15 lines builds on one server, writes the plan as a comment on the pull request, and deploys after the merge.",
    source: "Promise, command line",
  },
  "cli:commands:any-path": {
    text: "Any method and path of the service can be called, also one that the command line doesn't know.",
    source: "Promise, command line",
  },
  "cli:commands:checked": {
    text: "Wrong commands, flags and values are refused with their names before anything is sent.",
    source: "Promise, command line",
  },
  "cli:commands:completed": {
    text: "Shells complete commands, flags, values and ids.",
    source: "Promise, command line",
  },
  "cli:commands:every-operation": {
    text: "Every operation with JSON has a command with a flag for each field, and its example sends what the contract's example says.",
    source: "Promise, command line",
  },
  "cli:commands:help": {
    text: "Every command explains itself, with an example.",
    source: "Promise, command line",
  },
  "cli:commands:no-name-twice": {
    text: "No name has two meanings: commands don't use words of the local launcher, and no command has two flags of one name.",
    source: "Promise, command line",
  },
  "cli:commands:open": {
    text: "A page of the console opens in the browser, or its address is printed.",
    source: "Promise, command line",
  },
  "cli:guide:followed": {
    text: "The blocks of the guide run as printed.",
    source: "Promise, command line",
  },
  "cli:keys:made": {
    text: "Data API keys are listed, created, rotated and deleted; a new value is printed once, and passwords are never arguments.",
    source: "Promise, command line",
  },
  "cli:login:browser": {
    text: "A user signs in in the browser, after comparing a code.",
    source: "Promise, command line",
  },
  "cli:login:key": {
    text: "A user signs in with an Admin API key, which is checked before it is stored.",
    source: "Promise, command line",
  },
  "cli:login:private": {
    text: "Credentials are stored in a file that only the user can read, never shown, and sent only to their own service.",
    source: "Promise, command line; Security C2",
  },
  "cli:logs:followed": {
    text: "Logs are listed, read and followed.",
    source: "Promise, command line",
  },
  "cli:offsite:restored": {
    text: "A backup is made, sent and restored with the name of its schedule; replacing hosted files needs a confirmation.",
    source: "Promise, command line",
  },
  "cli:output:exit-codes": {
    text: "The exit code says why a command failed.",
    source: "Promise, command line",
  },
  "cli:output:separated": {
    text: "Data goes to standard output as a table, JSON or lines of JSON, and everything else to the error output; control characters of others never reach a table.",
    source: "Promise, command line",
  },
  "cli:package:alone": {
    text: "The packed command line works in an empty folder, without other packages, and takes at most 1.5 MB.",
    source: "Promise, command line",
  },
  "cli:package:fast": {
    text: "Help starts in at most one and a half times the time of an empty Node program.",
    source: "Promise, command line",
  },
  "cli:processes:awaited": {
    text: "A command waits for a process, shows its progress, and fails if the process does.",
    source: "Promise, command line",
  },
  "cli:releases:deployed": {
    text: "A release is built, planned, rehearsed, deployed and undone from a request or a recipe; the exit code tells its result.",
    source: "Promise, command line",
  },
  "cli:skill:current": {
    text: "A skill for coding agents has the help of every command, and rules for secrets and for changes.",
    source: "Promise, command line",
  },
  "cli:webhooks:listened": {
    text: "Events of a webhook are shown when they are stored, and again with their result.",
    source: "Promise, command line",
  },
} as const satisfies RequirementList;
