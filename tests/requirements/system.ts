import type { RequirementList } from "./requirement.ts";

export const system = {
  "system:address:api-gateway": {
    text: "On AWS the client's address is the one that API Gateway saw.",
    source: "Security L2",
    planned: "system",
  },
  "system:health:healthz": {
    text: "/svc/healthz answers 200 while the process runs, without asking the store or FileMaker Server.",
    source: "Promise, health",
  },
  "system:health:readyz": {
    text: "/svc/readyz answers 200 when store and FileMaker Server answer, and 503 when one does not.",
    source: "Promise, health",
  },
  "system:host:same": {
    text: "The service runs on the host of the database server.",
    source: 'Specification, "What the service does", point 1',
    planned: "system",
  },
  "system:info:envelope": {
    text: "GET /svc/api/info answers with the envelope.",
    source: 'Specification, "Endpoints", GET /svc/api/info',
    planned: "system",
  },
  "system:info:theme-color": {
    text: "themeColor in the service information is the custom colour exactly as it was entered.",
    source: 'Specification, "Endpoints", GET /svc/api/info',
    planned: "system",
  },
  "system:prerequisites:admin-account": {
    text: "Making an Admin API Key presupposes a running service and an Admin Console account.",
    source: 'Specification, "What the service does", point 7',
    planned: "system",
  },
  "system:prerequisites:data-api": {
    text: "A Data API Key presupposes that the Data API is enabled on the server.",
    source: 'Specification, "What the service does", point 6',
    planned: "system",
  },
  "system:prerequisites:server-version": {
    text: "Data API Keys presuppose a database server of version 19.6 or later.",
    source: 'Specification, "What the service does", point 1',
    planned: "system",
  },
  "system:reach:other-server": {
    text: "The service answers whether it can reach another server.",
    source: 'Specification, "Endpoints", notes, other operations',
    planned: "system",
  },
  "system:version:three-parts": {
    text: "The service's release number has three parts: major, minor and patch.",
    source: 'Specification, "Versioning", rule 1',
    planned: "system",
  },
} as const satisfies RequirementList;
