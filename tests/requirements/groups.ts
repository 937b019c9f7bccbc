/** The product's resources. Folders, table keys and requirement ids use the same names. */
export const resources = [
  "keys",
  "proxy",
  "sessions",
  "audit",
  "webhooks",
  "triggers",
  "logs",
  "files",
  "browser",
  "notes",
  "builds",
  "deployments",
  "backups",
  "processes",
  "schedules",
  "mcp",
  "oauth",
  "identity",
  "server",
  "system",
  "transfer",
  "notifications",
  "agent",
  "usage",
  "jobs",
  "license",
  "dependents",
] as const;
export type Resource = (typeof resources)[number];

/** Foundations of all resources, and programs that use them all. Requirements of these groups belong to no resource and are never planned. */
export const foundations = ["access", "cli", "client", "contract", "runtime", "secrets"] as const;
