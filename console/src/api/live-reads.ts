import { useEffect } from "react";
import { type Changes, follow } from "./live.ts";
import type { Address } from "./operations.ts";
import { queryClient } from "./query.ts";
import { useSessionState } from "./session-state.ts";

interface Reads {
  /** Reads that identify one object by the name in their path. */
  readonly one?: readonly Address[];
  /** Reads that may contain the object among others. */
  readonly all: readonly Address[];
}

const audit = "GET /svc/api/audit";
const deployments = [
  "GET /svc/api/deployment/batches",
  "GET /svc/api/deployment/{id}",
  "GET /svc/api/deployment/backups",
] as const;

const deliveries = [
  "GET /svc/api/deliveries",
  "GET /svc/api/deliveries/{id}",
  "GET /svc/api/deliveries/summary",
] as const;

const offsite = [
  "GET /svc/api/settings/offsite/schedules",
  "GET /svc/api/settings/offsite/schedules/{name}/runs",
] as const;

/** Reads to repeat when an object of a kind has changed. Users' changes are in the audit trail as well. */
const reads: Readonly<Record<string, Reads>> = {
  agent: {
    all: ["GET /svc/api/agents", "GET /svc/api/files", "GET /svc/api/disk-space", "GET /svc/api/logs", audit],
  },
  "admin-key": { one: ["GET /svc/api/admin-api-key/{key}"], all: ["GET /svc/api/admin-api-key", audit] },
  build: { all: ["GET /svc/api/build/db/list", "GET /svc/api/build/db/compare", audit] },
  client: { all: ["GET /svc/api/clients", "GET /svc/api/databases", "GET /svc/api/databases/{filename}", audit] },
  "data-key": {
    one: ["GET /svc/api/api-key/{key}"],
    all: ["GET /svc/api/api-key", "GET /svc/api/databases", "GET /svc/api/databases/{filename}", audit],
  },
  deliveries: { all: [...deliveries, audit] },
  delivery: { all: [...deliveries, audit] },
  deployment: { all: [...deployments, audit] },
  file: {
    one: ["GET /svc/api/databases/{filename}"],
    all: ["GET /svc/api/databases", "GET /svc/api/clients", audit],
  },
  "file-note": {
    one: ["GET /svc/api/file-notes/{filename}", "GET /svc/api/databases/{filename}"],
    all: ["GET /svc/api/file-notes", "GET /svc/api/databases", audit],
  },
  "host-file": { all: ["GET /svc/api/files", "GET /svc/api/disk-space", audit] },
  "admin-mcp": { all: ["GET /svc/api/admin-mcp", "GET /svc/api/admin-mcp/tools", audit] },
  "mcp-server": {
    one: ["GET /svc/api/mcp-servers/{mcp_server_slug}", "GET /svc/api/mcp-servers/{mcp_server_slug}/tools"],
    all: ["GET /svc/api/mcp-servers", "GET /svc/api/mcp-servers/{mcp_server_slug}/changes", audit],
  },
  "notification-destination": {
    one: ["GET /svc/api/notifications/destinations/{id}"],
    all: ["GET /svc/api/notifications/destinations", "GET /svc/api/notifications/events", ...deliveries, audit],
  },
  "offsite-location": {
    one: ["GET /svc/api/settings/offsite/remotes/{remote_name}/buckets"],
    all: ["GET /svc/api/settings/offsite/remotes", audit],
  },
  "offsite-schedule": { all: [...offsite, audit] },
  // Deleted files appear in the trash while a process runs.
  process: {
    one: ["GET /svc/api/processes/{id}"],
    all: [
      "GET /svc/api/processes",
      "GET /svc/api/trash",
      "GET /svc/api/schedules",
      "GET /svc/api/build/db/list",
      ...deployments,
      ...offsite,
    ],
  },
  recipe: {
    one: ["GET /svc/api/deployment/recipes/{id}"],
    all: ["GET /svc/api/deployment/recipes", audit],
  },
  schedule: {
    one: ["GET /svc/api/schedules/{id}", "GET /svc/api/schedules/{id}/runs"],
    all: ["GET /svc/api/schedules", audit],
  },
  session: { all: ["GET /svc/api/sessions", audit] },
  "sub-deployment": { all: [...deployments, audit] },
  settings: { all: ["GET /svc/api/settings", "GET /svc/api/info", audit] },
  "status-page": { all: ["GET /svc/api/settings/status-page", audit] },
  trash: { all: ["GET /svc/api/trash", "GET /svc/api/databases", audit] },
  trigger: { one: ["GET /svc/api/triggers/{id}"], all: ["GET /svc/api/triggers", ...deliveries, audit] },
  webhook: { one: ["GET /svc/api/webhooks/{id}"], all: ["GET /svc/api/webhooks", ...deliveries, audit] },
};
const others: Reads = { all: [audit] };

/** Stale reads by address: for certain objects, or for all. */
const stale = new Map<Address, Set<string> | "all">();
const busy = new Set<Address>();

/** Keeps the data of all pages in sync with the server while a user is signed in. */
export function useLiveReads(): void {
  const state = useSessionState();
  useEffect(() => {
    return state === "in" ? follow(take) : undefined;
  }, [state]);
}

function take(changes: Changes): void {
  if (changes === "everything") void queryClient.invalidateQueries();
  else for (const object of changes) note(object);
}

function note(object: string): void {
  const [kind = "", ...rest] = object.split(":");
  const { one = [], all } = reads[kind] ?? others;
  for (const address of all) stale.set(address, "all");
  for (const address of one) {
    const known = stale.get(address) ?? new Set<string>();
    if (known !== "all") stale.set(address, known.add(rest.join(":").toLowerCase()));
  }
  for (const address of [...one, ...all]) if (!busy.has(address)) void refresh(address);
}

/** Reads until nothing is stale: changes during a read cause another read, and running reads aren't canceled. */
async function refresh(address: Address): Promise<void> {
  busy.add(address);
  try {
    for (let names = taken(address); names !== undefined; names = taken(address)) {
      const wanted = names;
      await queryClient.invalidateQueries({
        queryKey: [address],
        predicate: ({ queryKey: [, input] }) => wanted === "all" || concerns(input, wanted),
      });
    }
  } finally {
    busy.delete(address);
  }
}

function taken(address: Address): Set<string> | "all" | undefined {
  const names = stale.get(address);
  stale.delete(address);
  return names;
}

function concerns(input: unknown, names: ReadonlySet<string>): boolean {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [input];
  return values.some((value) => names.has(String(value).toLowerCase()));
}
