import type { Operation } from "../operation.ts";

/**
 * Handling of unknown fields. `ignore`: ignored and named in a second message. `refuse-similar`: refused if they are similar to a known
 * name, otherwise ignored. `refuse`: refused.
 */
export type UnknownFieldRule = "ignore" | "refuse-similar" | "refuse";

/** Paths below `/svc/api/` whose operations grant access. A misspelled limit must never leave more open than its caller intended. */
const grantingPaths: readonly string[] = [
  "admin-api-key",
  "admin-mcp",
  "agents",
  "api-key",
  "cli",
  "google-auth",
  "mcp-servers",
  "metrics-token",
  "oauth",
  "people",
  "session",
  "sessions",
  "settings/networks",
  "settings/offsite/recovery-key",
  "settings/status-page",
  "transfer",
];

/** Fields of other operations that grant access, with everything in them: the verification of a webhook decides who can send events. */
const grantingFields: Readonly<Record<string, readonly string[]>> = {
  webhooks: ["settings", "secret", "verification", "previousHours"],
};

type Ruled = Pick<Operation, "path" | "answers" | "open">;

/** Returns the rule for unknown fields in an operation's field, or for the field itself if it is unknown. */
export function unknownFieldRule({ path, answers, open = [] }: Ruled, field: string): UnknownFieldRule {
  if (open === true || open.includes(field)) return "ignore";
  // Pages are sign-ins.
  if (answers === "page" || grantingPaths.some((granting) => isBelow(path, granting))) return "refuse";
  const granting = Object.entries(grantingFields).find(([resource]) => isBelow(path, resource));
  return granting?.[1].includes(field) ? "refuse" : "refuse-similar";
}

function isBelow(path: string, resource: string): boolean {
  return path === `/svc/api/${resource}` || path.startsWith(`/svc/api/${resource}/`);
}
