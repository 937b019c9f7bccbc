import type { AuditEntry } from "#shared/audit/contract.ts";
import type { TestService } from "./test-service.ts";

/** Reads the audit trail, newest first. */
export function trailOf(service: TestService) {
  return async (query = ""): Promise<readonly AuditEntry[]> => {
    const { status, text, body } = await service.admin("GET", `/svc/api/audit${query}`);
    if (status !== 200) throw new Error(`No audit trail: HTTP ${status} ${text}`);
    return body.response.entries;
  };
}

export async function newestEntry(service: TestService): Promise<AuditEntry> {
  const [entry] = await trailOf(service)("?limit=1");
  if (entry === undefined) throw new Error("The audit trail is empty");
  return entry;
}
