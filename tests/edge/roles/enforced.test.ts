import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { roleNeeded } from "#shared/contract/role-needed.ts";
import { mayDo, type Role } from "#shared/contract/roles.ts";
import { demoWorld } from "../../../sandbox/worlds/demo.ts";
import { trailOf } from "../../support/audit-trail.ts";
import { aBrowser } from "../../support/http/a-browser.ts";
import { aCommandLine, codeOn } from "../../support/http/a-command-line.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const world = demoWorld();
const limited = (name: string) => ({ name, password: `${name}-pass`, privileges: ["DIAGNOSTICS_VIEWING" as const] });
const roles = [limited("ada"), limited("ben"), limited("eve")];
const service = await testService({ sandbox: { world: { ...world, admin: { ...world.admin, roles } } } });
afterAll(() => service.stop());

const ada = { headers: { Authorization: basicAuth("ada", "ada-pass") } };
const give = (name: string, role: string) => service.admin("PUT", `/svc/api/people/${name}`, { role });
const take = (name: string) => service.admin("DELETE", `/svc/api/people/${name}`);
const aKeyAs = async (role: Role): Promise<{ readonly key: string; readonly id: number }> => {
  const account = { user: "admin", pass: "admin-pass" };
  const { body } = await service.admin("POST", "/svc/api/admin-api-key", { ...account, label: role, role });
  return body.response;
};
const viewerKey = await aKeyAs("viewer");
const operatorKey = await aKeyAs("operator");

const operations: readonly Operation[] = Object.values(catalogue).flatMap((resource) => Object.values(resource));
const refusedTo = (role: Role) =>
  operations.filter((operation) => {
    const needed = roleNeeded(operation);
    return needed !== undefined && !mayDo(role, needed);
  });
const addressOf = ({ path }: Operation) => path.replace(/\{\w+\+?\}/g, "1");

verifies("access:roles:enforced", "every operation that a key's role doesn't allow", async () => {
  for (const [role, { key }] of [
    ["viewer", viewerKey],
    ["operator", operatorKey],
  ] as const) {
    const refused = refusedTo(role);
    expect(refused.length).toBeGreaterThan(25);
    for (const operation of refused) {
      const answer = await service.raw(operation.method, addressOf(operation), { key });
      expect(answer.status, `${role}: ${operation.method} ${operation.path}`).toBe(403);
      // HEAD has no body, and a download reports errors as text.
      if (operation.answers === undefined) expect(answer).toRefuseWith("role_too_low");
    }
  }
});

verifies("access:roles:enforced", "allowed operations work, and the error names the required role", async () => {
  const trash = (key: string) => service.raw("DELETE", "/svc/api/trash", { key });
  const settings = (key: string) => service.raw("PATCH", "/svc/api/settings", { key, json: { serverNickname: "X" } });
  expect(await service.raw("GET", "/svc/api/api-key", viewerKey)).toSucceed();
  const refused = await trash(viewerKey.key);
  expect(refused).toRefuseWith("role_too_low");
  expect(refused.body.messages[0].text).toContain("operator required; the caller's role is viewer");
  expect(refused.body.response).toMatchObject({ role: "viewer", roleNeeded: "operator" });
  expect((await trash(operatorKey.key)).status).not.toBe(403);
  expect(await settings(operatorKey.key)).toRefuseWith("role_too_low");
  expect((await service.admin("GET", "/svc/api/settings")).body.response.serverNickname).not.toBe("X");
});

verifies("access:roles:secrets", async () => {
  await service.admin("PATCH", "/svc/api/settings", { appLogToken: "regenerate" });
  const { appLogToken } = (await service.admin("GET", "/svc/api/settings")).body.response;
  for (const { key } of [viewerKey, operatorKey]) {
    const answer = await service.raw("GET", "/svc/api/settings", { key });
    expect(answer).toSucceed();
    expect(answer.text).not.toContain(appLogToken);
  }
});

verifies("access:roles:keys", async () => {
  const { key, id } = await aKeyAs("viewer");
  const path = `/svc/api/admin-api-key/${id}`;
  expect((await service.admin("GET", path)).body.response).toMatchObject({ role: "viewer" });
  expect(await service.raw("PATCH", path, { key, json: { role: "administrator" } })).toRefuseWith("role_too_low");
  const rotated = (await service.admin("POST", `${path}/rotate`, {})).body.response;
  expect((await service.admin("GET", `/svc/api/admin-api-key/${rotated.id}`)).body.response.role).toBe("viewer");
  expect(await service.admin("PATCH", path, { role: "operator" })).toSucceed();
  expect((await service.raw("GET", "/svc/api/session", { key })).body.response.caller.role).toBe("operator");
  const [entry] = await trailOf(service)("?limit=1");
  expect(entry).toMatchObject({ action: "updateAdminApiKey", objects: [`admin-key:${id}`, "role:operator"] });
});

verifies("access:roles:keys", "the session that a key opens has the key's role, on a command line too", async () => {
  const { key, id } = await aKeyAs("viewer");
  const browser = aBrowser(service);
  const signedIn = await browser.call("POST", "/svc/api/session", { json: { key } });
  expect(signedIn.body.response.session).toMatchObject({ user: "admin", role: "viewer" });
  expect(await browser.call("DELETE", "/svc/api/trash")).toRefuseWith("role_too_low");
  const tool = aCommandLine(service);
  await tool.open(browser);
  await tool.poll();
  await tool.send(browser, { action: "allow", code: codeOn(await tool.open(browser)) });
  const { token } = (await tool.poll()).body.response;
  expect(await service.raw("DELETE", "/svc/api/trash", { key: token })).toRefuseWith("role_too_low");
  const proxied = await service.raw("PATCH", "/svc/fmi/admin/v2/server/config/general", { key: token, json: {} });
  expect(proxied.status).toBe(403);
  expect(await service.admin("PATCH", `/svc/api/admin-api-key/${id}`, { role: "operator" })).toSucceed();
  expect((await browser.call("GET", "/svc/api/session")).body.response.session.role).toBe("operator");
  expect(await service.admin("DELETE", `/svc/api/admin-api-key/${id}`)).toSucceed();
  expect(await service.raw("GET", "/svc/api/session", { key: token })).toRefuseWith("unauthenticated");
});

verifies("access:roles:admin-api", "through the proxy", async () => {
  const ask = (method: string, path: string, key: string) =>
    service.raw(method, `/svc/fmi/admin/v2${path}`, { key, ...(method === "PATCH" && { json: {} }) });
  expect(await ask("GET", "/databases", viewerKey.key)).toSucceed();
  const refused = await ask("PATCH", "/databases/1", viewerKey.key);
  expect([refused.status, refused.body.messages[0].code]).toEqual([403, "9"]);
  expect((await ask("PATCH", "/server/config/general", operatorKey.key)).status).toBe(403);
  // A login with the key counts as the key.
  const headers = { Authorization: `Bearer ${viewerKey.key}` };
  const { token } = (await service.raw("POST", "/svc/fmi/admin/v2/user/auth", { headers, json: {} })).body.response;
  expect((await ask("PATCH", "/databases/1", token)).status).toBe(403);
});

verifies("access:people:given", async () => {
  expect(await service.raw("GET", "/svc/api/api-key", ada)).toRefuseWith("administrator_limited");
  expect(await give("Ada", "viewer")).toSucceed();
  // Her own privileges at FileMaker Server don't show her the files: the service uses the account of a stored key.
  const databases = await service.raw("GET", "/svc/api/databases", ada);
  expect(databases).toSucceed();
  expect(databases.body.response.databases.length).toBeGreaterThan(0);
  expect(await service.raw("DELETE", "/svc/api/trash", ada)).toRefuseWith("role_too_low");
  const browser = aBrowser(service);
  const signedIn = await browser.signIn("ada", "ada-pass");
  expect(signedIn.body.response.session).toMatchObject({ user: "ada", role: "viewer" });
  expect((await browser.call("GET", "/svc/api/sessions")).body.response.sessions[0].role).toBe("viewer");
  // An assigned role applies from the next call on.
  expect(await give("ADA", "administrator")).toSucceed();
  expect((await browser.call("GET", "/svc/api/session")).body.response.caller.role).toBe("administrator");
  expect(await browser.call("PUT", "/svc/api/people/ben", { json: { role: "operator" } })).toSucceed();
  const { people } = (await service.admin("GET", "/svc/api/people")).body.response;
  expect(people).toMatchObject([
    { name: "ADA", role: "administrator", given_by: "account:admin" },
    { name: "ben", role: "operator", given_by: "session:ada" },
  ]);
  await service.turn(6 * 60_000);
  expect(await browser.call("GET", "/svc/api/api-key")).toSucceed();
});

verifies("access:people:taken", async () => {
  await give("eve", "operator");
  const browser = aBrowser(service);
  await browser.signIn("eve", "eve-pass");
  expect(await browser.call("GET", "/svc/api/api-key")).toSucceed();
  expect(await take("Eve")).toSucceed();
  expect(await take("eve")).toRefuseWith("person_not_found");
  expect(await browser.call("GET", "/svc/api/api-key")).toRefuseWith("unauthenticated");
  expect(await browser.signIn("eve", "eve-pass")).toRefuseWith("administrator_limited");
  expect(await service.rows("people")).not.toContainEqual(expect.objectContaining({ sk: "eve" }));
});

verifies("access:people:audit", async () => {
  await give("eve", "viewer");
  await take("eve");
  const [taken, given] = await trailOf(service)("?limit=2");
  expect(given).toMatchObject({
    ...{ action: "giveRole", actor: "account:admin", outcome: "done" },
    objects: ["person:eve", "role:viewer"],
  });
  expect(taken).toMatchObject({ action: "takeRole", actor: "account:admin", objects: ["person:eve"] });
});

verifies("access:people:full", async () => {
  await give("admin", "viewer");
  expect((await service.admin("GET", "/svc/api/session")).body.response.caller.role).toBe("administrator");
  expect(await take("admin")).toSucceed();
});
