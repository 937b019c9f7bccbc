import { afterAll, afterEach, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const host = aHost();
afterEach(() => service.sandbox.faults.clear());
afterAll(async () => {
  await service.stop();
  host.remove();
});

const poll = async (query = "") => (await service.admin("GET", `/svc/api/events${query}`)).body.response;
/** Returns the objects of the events published during `perform`, except those that its answer waits for. */
async function reportsOf(perform: () => Promise<unknown>): Promise<readonly string[]> {
  await service.settle();
  const { position } = await poll();
  await perform();
  await service.settle();
  return objectsSince(position);
}
const objectsSince = async (position: number): Promise<readonly string[]> =>
  (await poll(`?since=${position}`)).events.map(({ object }: { object: string }) => object);
const use = (key: string, file?: string) => service.raw("GET", recordsPath(file), { key });
const idOf = async (key: string) => (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response.id;

verifies("processes:events:all", "the first use of a key is published, and no other", async () => {
  const key = await service.aKey();
  const object = `data-key:${await idOf(key)}`;
  expect(await reportsOf(() => use(key))).toEqual([object]);
  expect(await reportsOf(() => use(key))).toEqual([]);
  await service.turn(60_000);
  expect(await reportsOf(() => use(key))).toEqual([]);
});

verifies(
  "processes:events:all",
  "an event is published for every key of an account when it starts failing, and when it works again",
  async () => {
    const [key, other] = [
      await service.aKey({ databases: ["Orders"], label: "one" }),
      await service.aKey({ label: "other" }),
    ];
    for (const each of [key, other]) await service.admin("POST", `/svc/api/api-key/${each}/logout`);
    const objects = [`data-key:${await idOf(key)}`, `data-key:${await idOf(other)}`];
    const orders = () => use(key, "Orders.fmp12");
    const refused = await reportsOf(async () => {
      service.sandbox.faults.set({ kind: "wrongPassword" });
      expect(await orders()).toRefuseLikeFileMaker("stored_credentials_refused");
      service.sandbox.faults.clear();
    });
    expect(refused).toEqual(expect.arrayContaining(objects));
    // A rejected account isn't tried again for a while.
    await service.turn(20 * 60_000);
    expect(await reportsOf(orders)).toEqual(expect.arrayContaining(objects));
    expect(await reportsOf(orders)).toEqual([]);
  },
);

verifies("processes:events:all", "a rejected change is published as an entry of the audit trail", async () => {
  const options = { databases: ["Contacts"], label: "refused", user: "api", pass: "wrong" };
  const reported = await reportsOf(async () => {
    expect(await service.admin("POST", "/svc/api/api-key", options)).toRefuseWith("key_files_refused");
  });
  expect(reported).toEqual(["audit-trail"]);
});

verifies("processes:events:all", "rejected credentials are published once, regardless of their number", async () => {
  const guess = () => service.raw("GET", "/svc/api/settings", { key: `ak_${"7".repeat(49)}` });
  expect(await reportsOf(guess)).toEqual(["audit-trail"]);
  expect(await reportsOf(guess)).toEqual([]);
});

verifies("processes:events:all", "an agent that connects, and one that disconnects, is published", async () => {
  const { position: before } = await poll();
  const agent = await anAgent(service, host);
  const object = `agent:${agent.id}`;
  await expect.poll(() => objectsSince(before)).toContain(object);
  await service.settle();
  const { position } = await poll();
  await agent.stop();
  await expect.poll(() => objectsSince(position)).toEqual([object]);
});
