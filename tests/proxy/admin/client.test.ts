import { afterAll, expect } from "vitest";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

interface Envelope {
  readonly response: {
    readonly token?: string;
    readonly databases?: { id: string; filename: string; status: string }[];
  };
  readonly messages: readonly { readonly code: string; readonly text: string }[];
}

/**
 * Returns a typical client of the native API: the base address and credential are settings, it logs in once, sends its token as bearer,
 * polls for asynchronous results, and treats every code other than "0" as a failure.
 */
function nativeClient(base: string, credential: string) {
  let token = "";
  const call = async (method: string, path: string, body?: object): Promise<Envelope["response"]> => {
    const answer = await fetch(base + path, {
      method,
      headers: { "Content-Type": "application/json", Authorization: token === "" ? credential : `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { response, messages } = (await answer.json()) as Envelope;
    if (messages[0]?.code !== "0") throw new Error(`${answer.status} ${messages[0]?.code} ${messages[0]?.text}`);
    return response;
  };
  const find = async (name: string) => {
    const { databases = [] } = await call("GET", "/databases");
    const found = databases.find(({ filename }) => filename === name);
    if (found === undefined) throw new Error(`${name} is not hosted`);
    return found;
  };
  return {
    async logIn() {
      token = (await call("POST", "/user/auth", {})).token ?? "";
    },
    metadata: () => call("GET", "/server/metadata"),
    find,
    async setStatus(name: string, verb: string, wanted: string, wait: () => Promise<void>) {
      const { id } = await find(name);
      await call("PATCH", `/databases/${id}`, { status: verb, messageText: "", force: false });
      while ((await find(name)).status !== wanted) await wait();
    },
    async logOut() {
      await call("DELETE", `/user/auth/${token}`);
      token = "";
    },
  };
}

const pause = () => service.turn(1_000);

verifies("proxy:admin:client", async () => {
  const client = nativeClient(`${service.baseUrl}/svc/fmi/admin/api/v2`, `Bearer ${await service.anAdminKey()}`);
  await client.logIn();
  expect(await client.metadata()).toHaveProperty("ServerVersion");
  await client.setStatus("Orders.fmp12", "CLOSED", "CLOSED", pause);
  await client.setStatus("Orders.fmp12", "OPENED", "NORMAL", pause);
  await client.logOut();
  expect(service.sandbox.counters.openAdminSessions()).toBe(1);
});

verifies("proxy:admin:client", "an account works too, with its own session until it logs out", async () => {
  const before = service.sandbox.counters.openAdminSessions();
  const client = nativeClient(`${service.baseUrl}/svc/fmi/admin/v2`, basicAuth("admin", "admin-pass"));
  await client.logIn();
  expect((await client.find("Contacts.fmp12")).status).toBe("NORMAL");
  expect(service.sandbox.counters.openAdminSessions()).toBe(before + 1);
  await client.logOut();
  expect(service.sandbox.counters.openAdminSessions()).toBe(before);
});
