import { afterAll, expect } from "vitest";
import { newestEntry } from "../../support/audit-trail.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { aBusyServer } from "./support/a-busy-server.ts";

const service = await testService({ sandbox: { world: aBusyServer() } });
afterAll(() => service.stop());

interface Client {
  readonly id: string;
  readonly userName: string;
  readonly kind: string;
}

const clients = async (query = ""): Promise<readonly Client[]> =>
  (await service.admin("GET", `/svc/api/clients${query}`)).body.response.clients;
const named = async (name: string) => {
  const found = (await clients()).find(({ userName }) => userName === name);
  if (found === undefined) throw new Error(`${name} is not connected`);
  return found;
};
const sent = (id: string) => service.sandbox.world.server.clients.get(id)?.messages;

verifies("files:clients:listed", async () => {
  const [ada, ben] = await clients();
  const live = service.sandbox.world.server.clients.get(ada?.id ?? "");
  expect(ada).toEqual({
    id: expect.stringMatching(/^\d+$/),
    kind: "FMPRO",
    userName: "Ada Moreno",
    computerName: "front-desk",
    address: live?.ipAddress,
    appVersion: live?.appVersion,
    operatingSystem: live?.operatingSystem,
    extendedPrivilege: "fmapp",
    connectedAt: new Date(live?.connectedAt ?? 0).toISOString(),
    files: [{ filename: "Orders.fmp12", account: "Admin", privilegeSet: expect.any(String) }],
  });
  expect(ben).toMatchObject({ userName: "Ben Okafor", kind: "FMGO" });
});

verifies(
  "files:clients:listed",
  "those who have a file open, in any spelling, including Data API sessions",
  async () => {
    const key = await service.aKey();
    await service.raw("GET", "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records?_limit=1", {
      key,
    });
    expect(await clients("?filename=contacts")).toMatchObject([{ kind: "FMDAPI", extendedPrivilege: "fmrest" }]);
    expect(await clients("?filename=ORDERS.fmp12")).toHaveLength(2);
    expect(await clients("?filename=Nowhere")).toEqual([]);
  },
);

verifies("files:clients:message", async () => {
  const { id } = await named("Ada Moreno");
  const answer = await service.admin("POST", `/svc/api/clients/${id}/message`, { message: "Lunch & more\nis ready ✓" });
  expect(answer.body.response).toEqual({ ok: true });
  expect(sent(id)).toEqual(["Lunch & more\nis ready ✓"]);
  expect(await newestEntry(service)).toMatchObject({
    action: "messageClient",
    objects: [`client:${id}`],
    outcome: "done",
  });
  for (const json of [{}, { message: "" }, { message: "x".repeat(201) }, { message: "bell \u0007" }])
    expect(await service.admin("POST", `/svc/api/clients/${id}/message`, json)).toRefuseWith("input_invalid");
  expect(sent(id)).toHaveLength(1);
});

verifies("files:clients:message", "a Data API session has no user", async () => {
  const [session] = await clients("?filename=Contacts");
  const path = `/svc/api/clients/${session?.id}/message`;
  expect(await service.admin("POST", path, { message: "Hello?" })).toRefuseWith("client_not_reachable");
});

verifies("files:clients:disconnect", async () => {
  const { id } = await named("Ben Okafor");
  const json = { message: "Zürich & Genève close in a minute + a bit", graceSeconds: 60 };
  expect((await service.admin("POST", `/svc/api/clients/${id}/disconnect`, json)).body.response).toEqual({ ok: true });
  expect(sent(id)).toEqual([json.message]);
  await service.turn(50_000);
  expect(await named("Ben Okafor")).toBeDefined();
  await service.turn(11_000);
  expect((await clients()).map(({ userName }) => userName)).not.toContain("Ben Okafor");
  expect(await service.admin("POST", `/svc/api/clients/${id}/disconnect`, json)).toRefuseWith("client_not_found");
});

verifies("files:clients:disconnect", "90 seconds by default; immediately with 0", async () => {
  const { id } = await named("Ada Moreno");
  await service.admin("POST", `/svc/api/clients/${id}/disconnect`, {});
  await service.turn(60_000);
  expect((await named("Ada Moreno")).id).toBe(id);
  await service.admin("POST", `/svc/api/clients/${id}/disconnect`, { graceSeconds: 0 });
  expect(service.sandbox.world.server.clients.size).toBe(0);
});

verifies("files:clients:disconnect", "an invalid client is rejected before FileMaker Server is called", async () => {
  const before = service.sandbox.counters.adminCalls;
  for (const id of ["abc", "1.5", "-1", "..%2f7", "1%3FmessageText=x"]) {
    const { status } = await service.admin("POST", `/svc/api/clients/${id}/disconnect`, {});
    expect(status, id).toBe(400);
  }
  for (const graceSeconds of [-1, 1.5, 3601, "60"])
    expect(await service.admin("POST", "/svc/api/clients/1/disconnect", { graceSeconds })).toRefuseWith(
      "input_invalid",
    );
  expect(service.sandbox.counters.adminCalls - before).toBeLessThanOrEqual(1); // The caller's own account may be checked.
  expect(await service.admin("POST", "/svc/api/clients/999/message", { message: "x" })).toRefuseWith(
    "client_not_found",
  );
});

verifies("files:clients:listed", "listing and disconnecting clients requires permission", async () => {
  expect(await service.raw("GET", "/svc/api/clients")).toRefuseWith("unauthenticated");
  expect(await service.raw("POST", "/svc/api/clients/1/disconnect", { json: {} })).toRefuseWith("unauthenticated");
  const headers = { Authorization: basicAuth("watcher", "watcher-pass") };
  expect(await service.raw("GET", "/svc/api/clients", { headers })).toRefuseWith("administrator_limited");
});
