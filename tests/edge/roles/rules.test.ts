import { expect } from "vitest";
import { type Caller, roleOf } from "#shared/contract/call.ts";
import { catalogue } from "#shared/contract/catalogue.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { hasEffect, type Operation } from "#shared/contract/operation.ts";
import { requireRole } from "#shared/contract/require-role.ts";
import { decidedChangerOf, roleNeeded } from "#shared/contract/role-needed.ts";
import { type Role, roles } from "#shared/contract/roles.ts";
import { adminPath } from "#shared/proxy/admin/path.ts";
import { roleForAdminApi } from "#shared/proxy/admin/role.ts";
import { verifies } from "../../support/verifies.ts";

const operations: readonly { readonly name: string; readonly operation: Operation }[] = Object.values(
  catalogue,
).flatMap((resource) => Object.entries(resource).map(([name, operation]) => ({ name, operation })));
const managed = operations.filter(({ operation: { access } }) => access === "admin" || access === "admin-or-file");
const isRead = ({ operation }: (typeof operations)[number]) => !hasEffect(operation);

/** Callers with a role, by kind of credential. */
const callersAs: readonly ((role: Role) => Caller)[] = [
  (role) => ({ kind: "admin-key", keyId: 1, name: "ak_1…abcd" as never, role }),
  (role) => ({ kind: "admin-account", user: "ada", role, isLimited: true, credential: { user: "ada", pass: "" } }),
  (role) => ({
    ...{ kind: "session", sessionId: "1", user: "ada", role, isLimited: true },
    ...{ credential: undefined, adminKeyId: undefined },
  }),
];

verifies("access:roles:decided", () => {
  expect(managed.length).toBeGreaterThan(150);
  const undecided = managed.filter(
    (one) => !isRead(one) && one.operation.role === undefined && decidedChangerOf(one.operation.path) === undefined,
  );
  expect(undecided.map(({ name }) => name)).toEqual([]);
  const others = operations.filter((one) => !managed.includes(one));
  for (const { name, operation } of others) expect(roleNeeded(operation), name).toBeUndefined();
});

verifies("access:roles:every-operation", () => {
  for (const { name, operation } of managed) {
    const needed = roleNeeded(operation);
    for (const [rank, role] of roles.entries()) {
      for (const callerAs of callersAs) {
        const caller = callerAs(role);
        const attempt = () => requireRole(roleOf(caller) ?? "viewer", needed ?? "administrator");
        const title = `${name} as ${role} with ${caller.kind}`;
        if (rank >= roles.indexOf(needed ?? "administrator")) expect(attempt, title).not.toThrow();
        else expect(attempt, title).toThrow(ServiceError);
      }
    }
  }
});

verifies("access:roles:viewer", () => {
  const forViewers = managed.filter(({ operation }) => roleNeeded(operation) === "viewer");
  const exceptions = forViewers.filter(({ operation }) => hasEffect(operation) || operation.answers === "bytes");
  expect(exceptions.map(({ name }) => name).sort()).toEqual([
    "endOtherSessions",
    "endSession",
    "findDependents",
    "followLog",
    "previewTiming",
    "signOut",
  ]);
  // Their answers omit the secret for viewers.
  const withSecrets = forViewers.filter(({ operation }) => operation.holdsSecret === true);
  expect(withSecrets.map(({ name }) => name).sort()).toEqual(["getBuildRow", "getBuildStatus", "getSettings"]);
  for (const { name, operation } of managed.filter((one) => !isRead(one) && !exceptions.includes(one)))
    expect(roleNeeded(operation), name).not.toBe("viewer");
});

verifies("access:roles:operator", () => {
  const kept =
    /^\/svc\/api\/(?:(?:admin-)?api-key|google-auth|oauth|transfer|people|agents|plugins|settings(?!\/offsite))\b/;
  const changes = managed.filter((one) => !isRead(one));
  // Runs checks on the database host, and changes nothing.
  const checks = ["checkHost"];
  for (const { name, operation } of changes.filter(({ operation: { path } }) => kept.test(path)))
    expect(roleNeeded(operation), name).toBe(checks.includes(name) ? "operator" : "administrator");
  const others = changes.filter(
    ({ operation }) => !kept.test(operation.path) && roleNeeded(operation) === "administrator",
  );
  expect(others.map(({ name }) => name).sort()).toEqual([
    "confirmRecoveryKey",
    "createRecoveryKey",
    "deleteMetricsToken",
    "endSessionsOfOthers",
    "makeMetricsToken",
    "openOffsiteSets",
    "renewOffsiteDataKey",
    "startProcess",
    "updateAdminMcp",
  ]);
});

verifies("access:roles:admin-api", () => {
  const role = (method: string, path: string) => roleForAdminApi(adminPath(`/fmi/admin/v2${path}`, method));
  const expected: readonly (readonly [string, string, Role])[] = [
    ["GET", "/databases", "viewer"],
    ["GET", "/server/config/general", "viewer"],
    ["GET", "/databases/1", "operator"],
    ["PATCH", "/databases/1", "operator"],
    ["PATCH", "/DataBases/1", "operator"],
    ["DELETE", "/clients/1", "operator"],
    ["POST", "/schedules", "operator"],
    ["PATCH", "/server/status", "operator"],
    ["PATCH", "/server/config/general", "administrator"],
    ["POST", "/server/adminrole", "administrator"],
    ["POST", "/server/rootadmin", "administrator"],
    ["PATCH", "/%73erver/%61dminrole", "administrator"],
    ["POST", "/databases%2f..%2fserver", "administrator"],
    ["POST", "/something-new", "administrator"],
  ];
  for (const [method, path, needed] of expected) expect(role(method, path), `${method} ${path}`).toBe(needed);
});
