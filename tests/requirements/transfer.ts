import type { RequirementList } from "./requirement.ts";

export const transfer = {
  "transfer:configuration:moved": {
    text: "A configuration is transferred between installs of the service.",
    source: 'Specification, "What the service does", point 5; Specification, "Versioning", 4.18.0',
    planned: "transfer",
  },
} as const satisfies RequirementList;
