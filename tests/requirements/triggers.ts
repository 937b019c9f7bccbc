import type { RequirementList } from "./requirement.ts";

export const triggers = {
  "triggers:manage:table-changes": {
    text: "Database triggers, the webhooks for table changes, are managed through the service.",
    source: 'Specification, "Events", rule 2',
    planned: "triggers",
  },
  "triggers:register:extension": {
    text: "A trigger that OData changes shall fire is registered with .fmp12 in the database path.",
    source: 'Specification, "Events", rule 2',
    planned: "triggers",
  },
  "triggers:ui:server-version": {
    text: "The pages for triggers need a database server of version 22.0.4 or later.",
    source: 'Specification, "Versioning", 4.15.0',
    planned: "triggers",
  },
} as const satisfies RequirementList;
