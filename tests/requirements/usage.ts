import type { RequirementList } from "./requirement.ts";

export const usage = {
  "usage:counts:calls": {
    text: "Proxied calls are counted by key, file, API, method and outcome, with bytes both ways and the time to their answer's first byte.",
    source: "Promise, usage",
  },
} as const satisfies RequirementList;
