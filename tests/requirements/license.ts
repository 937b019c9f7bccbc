import type { RequirementList } from "./requirement.ts";

export const license = {
  "license:allowance:shares": {
    text: "The traffic that the server counted is divided among keys, and the rest is shown as not sent through Latchkey.",
    source: "Promise, license",
  },
  "license:answer:releases": {
    text: "License, users and allowance are read in the forms of all releases from 19.6 to 26, and what a release doesn't tell is unknown.",
    source: "Promise, license",
  },
  "license:console:card": {
    text: "The console shows what the license allows, what is used, when the allowance runs out, and who used it; what is unknown is shown as unknown.",
    source: "Promise, license",
  },
  "license:days:listed": {
    text: "Users and traffic of each day are listed, also as CSV.",
    source: "Promise, license",
  },
  "license:forecast:accurate": {
    text: "In the middle of three years of steady, seasonal or suddenly changed traffic, the forecast day is at most 18 days off.",
    source: "Promise, license",
  },
  "license:notified:ends": {
    text: "The end of the license is notified 60, 30, 7 and 1 days before, and its renewal afterwards.",
    source: "Promise, license",
  },
  "license:notified:used": {
    text: "Use of 50, 80 and 95 % of an enforced allowance is notified, and once a forecast that it runs out before its reset.",
    source: "Promise, license",
  },
} as const satisfies RequirementList;
