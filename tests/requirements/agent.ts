import type { RequirementList } from "./requirement.ts";

export const agent = {
  "agent:fmsadmin:timeout": {
    text: "An fmsadmin command, open and close included, is ended after 20 seconds.",
    source: 'Specification, "Limits", fmsadmin commands',
    planned: "agent",
  },
  "agent:fmsadmin:timeout-setting": {
    text: "FMSADMIN_TIMEOUT_IN_SEC replaces the 20 seconds that an fmsadmin command has.",
    source: 'Specification, "Limits", fmsadmin commands',
    planned: "agent",
  },
} as const satisfies RequirementList;
