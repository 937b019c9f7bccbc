import { hasEffect, type Operation } from "./operation.ts";
import type { Role } from "./roles.ts";

/** Role for changes below `/svc/api/` and these paths. Reading needs the role `viewer`. The longest path applies. */
const changersOf: Readonly<Record<string, "operator" | "administrator">> = {
  "admin-api-key": "administrator",
  "admin-mcp": "administrator",
  agents: "administrator",
  alerts: "operator",
  "api-key": "administrator",
  build: "operator",
  "can-reach-other-server": "operator",
  clients: "operator",
  databases: "operator",
  "dead-letters": "operator",
  deliveries: "operator",
  deployment: "operator",
  "file-notes": "operator",
  files: "operator",
  "fm-file": "operator",
  "fms-process": "operator",
  "google-auth": "administrator",
  logs: "operator",
  "mcp-servers": "operator",
  "metrics-token": "administrator",
  notifications: "operator",
  oauth: "administrator",
  people: "administrator",
  plugins: "administrator",
  prerequisites: "operator",
  processes: "operator",
  restart: "operator",
  schedules: "operator",
  script: "operator",
  "server-info": "operator",
  settings: "administrator",
  "settings/offsite": "operator",
  "settings/offsite/recovery-key": "administrator",
  statistics: "operator",
  transfer: "administrator",
  trash: "operator",
  triggers: "operator",
  webhooks: "operator",
};

type Ruled = Pick<
  Operation,
  "method" | "path" | "access" | "answers" | "grants" | "changes" | "holdsSecret" | "takes" | "role"
>;

/** Returns the role for an operation. Undefined if it needs no management credential, or checks its callers itself. */
export function roleNeeded(operation: Ruled): Role | undefined {
  const { access, role } = operation;
  if (access !== "admin" && access !== "admin-or-file") return undefined;
  return role ?? (readsOnly(operation) ? "viewer" : changerOf(operation.path));
}

/** True if it changes, starts, grants and downloads nothing. */
function readsOnly(operation: Ruled): boolean {
  return !hasEffect(operation) && operation.holdsSecret !== true && operation.answers !== "bytes";
}

/** Returns the role for changes at a path. Default: administrator. */
function changerOf(path: string): Role {
  return decidedChangerOf(path) ?? "administrator";
}

/** Returns the configured role for changes at a path. Undefined if there is none. */
export function decidedChangerOf(path: string): "operator" | "administrator" | undefined {
  const segments = path.replace(/^\/svc\/api\//, "").split("/");
  for (let length = segments.length; length > 0; length -= 1) {
    const found = changersOf[segments.slice(0, length).join("/")];
    if (found !== undefined) return found;
  }
  return undefined;
}
