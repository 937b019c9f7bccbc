import type { RequirementList } from "./requirement.ts";

export const sessions = {
  "sessions:console:limited": {
    text: "Signing in with wrong credentials is rate limited.",
    source: 'Specification, "Authentication", rule 5',
    planned: "sessions",
  },
  "sessions:console:sign-in": {
    text: "An Admin Console account signs in to the web console.",
    source: 'Specification, "What the service does", point 7',
    planned: "sessions",
  },
} as const satisfies RequirementList;
