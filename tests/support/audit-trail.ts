import type { AuditEntry } from "../../shared/audit/contract.ts";
import type { House } from "./house.ts";

/** Reads the audit trail, newest first. */
export function trailOf(home: House) {
  return async (query = ""): Promise<readonly AuditEntry[]> => {
    const { status, text, body } = await home.admin("GET", `/svc/api/audit${query}`);
    if (status !== 200) throw new Error(`No audit trail: HTTP ${status} ${text}`);
    return body.response.entries;
  };
}

export async function newestEntry(home: House): Promise<AuditEntry> {
  const [entry] = await trailOf(home)("?limit=1");
  if (entry === undefined) throw new Error("The audit trail is empty");
  return entry;
}
