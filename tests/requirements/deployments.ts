import type { RequirementList } from "./requirement.ts";

export const deployments = {
  "deployments:abort:running": {
    text: "POST /svc/api/deployment/abort with a JSON object aborts the running deployment.",
    source: 'Specification, "Endpoints", POST /svc/api/deployment/abort',
    planned: "deployments",
  },
  "deployments:backup:retries": {
    text: "The backup of a locked file is retried up to 3 times.",
    source: 'Specification, "Limits", deployment file backup',
    planned: "deployments",
  },
  "deployments:console:page": {
    text: "The console has a page for deployments.",
    source: 'Specification, "What the service does", point 1',
    planned: "deployments",
  },
  "deployments:run:build": {
    text: "Builds are deployed.",
    source: 'Specification, "What the service does", point 5',
  },
  "deployments:undo:whole": {
    text: "Undoing a deployment puts back the files that it has replaced, as they were.",
    source: "Promise, releases",
  },
} as const satisfies RequirementList;
