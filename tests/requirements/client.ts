import type { RequirementList } from "./requirement.ts";

export const client = {
  "client:calls:aborted": {
    text: "An abort signal ends a call, its retries and its waits, with the signal's reason.",
    source: "Promise, typed client",
  },
  "client:calls:sent": {
    text: "A method sends path parameters, query or JSON body as the contract says, and returns the response in its format.",
    source: "Promise, typed client",
  },
  "client:calls:table": {
    text: "The client has a method for every operation that a program can use, and its table of methods and paths is current.",
    source: "Promise, typed client",
  },
  "client:errors:named": {
    text: "Errors have the name, number and sentence of the service's catalog, the request's id and the time to wait; other errors say what happened.",
    source: "Promise, typed client",
  },
  "client:events:followed": {
    text: "Changes and lines of logs are followed across broken connections without losing any.",
    source: "Promise, typed client",
  },
  "client:package:alone": {
    text: "The packed client works in an empty folder; its types need no other package and accept the input of every example.",
    source: "Promise, typed client",
  },
  "client:package:small": {
    text: "The client has no dependencies, uses only what browsers and Node, Deno and Bun have in common, and takes at most 12 KB minified and compressed.",
    source: "Promise, typed client",
  },
  "client:pages:all": {
    text: "Lists can be read page by page, to the last one.",
    source: "Promise, typed client",
  },
  "client:processes:awaited": {
    text: "A program can wait for a process: it gets the process if it succeeded, and an error if it failed or takes too long.",
    source: "Promise, typed client",
  },
  "client:retries:safe": {
    text: "A call is repeated only if it changed nothing, and not before the time in Retry-After.",
    source: "Promise, typed client",
  },
} as const satisfies RequirementList;
