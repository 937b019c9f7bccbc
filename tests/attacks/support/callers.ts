import type { Role } from "#shared/contract/roles.ts";
import type { TestService } from "../../support/test-service.ts";

/** Returns management calls as the holder of an Admin API key with this role. */
export async function callsAs(service: TestService, role: Role) {
  const given = { label: role, user: "admin", pass: "admin-pass", role };
  const { key } = (await service.admin("POST", "/svc/api/admin-api-key", given)).body.response;
  return (method: string, path: string, json?: unknown) =>
    service.raw(method, path, {
      headers: { Authorization: `Bearer ${key}` },
      ...(json !== undefined && { json }),
    });
}
