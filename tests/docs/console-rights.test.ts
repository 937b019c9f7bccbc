import { expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { roleNeeded } from "#shared/contract/role-needed.ts";
import { type GuardedAddress, roleFor } from "../../console/src/api/role-for.ts";
import { verifies } from "../support/verifies.ts";

const file = new URL("../../console/src/api/rights.json", import.meta.url).pathname;

verifies("access:console:rights", async () => {
  const operations = Object.values(catalogue).flatMap((resource) => Object.values<Operation>(resource));
  const rights = operations.flatMap((operation) => {
    const role = roleNeeded(operation);
    return role === undefined || role === "viewer" ? [] : [[`${operation.method} ${operation.path}`, role] as const];
  });
  const sorted = rights.sort(([one], [other]) => (one < other ? -1 : 1));
  await expect(`${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`).toMatchFileSnapshot(file);
  for (const [address, role] of rights) expect(roleFor(address as GuardedAddress), address).toBe(role);
});
