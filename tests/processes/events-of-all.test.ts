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
/** What has been told of while something was done, without what its answer waits for. */
async function toldOf(perform: () => Promise<unknown>): Promise<readonly string[]> {
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

verifies("processes:events:all", "the first use of a key is told, and no other", async () => {
  const key = await service.aKey();
  const object = `data-key:${await idOf(key)}`;
  expect(await toldOf(() => use(key))).toEqual([object]);
  expect(await toldOf(() => use(key))).toEqual([]);
  await service.turn(60_000);
  expect(await toldOf(() => use(key))).toEqual([]);
});

verifies(
  "processes:events:all",
  "every key of an account tells when it begins to fail, and when it works again",
  async () => {
    const [key, other] = [
      await service.aKey({ databases: ["Orders"], label: "one" }),
      await service.aKey({ label: "other" }),
    ];
    for (const each of [key, other]) await service.admin("POST", `/svc/api/api-key/${each}/logout`);
    const objects = [`data-key:${await idOf(key)}`, `data-key:${await idOf(other)}`];
    const orders = () => use(key, "Orders.fmp12");
    const refused = await toldOf(async () => {
      service.sandbox.faults.set({ kind: "wrongPassword" });
      expect(await orders()).toRefuseLikeFileMaker("stored_credentials_refused");
      service.sandbox.faults.clear();
    });
    expect(refused).toEqual(expect.arrayContaining(objects));
    // For a while nobody tries an account again that was refused.
    await service.turn(20 * 60_000);
    expect(await toldOf(orders)).toEqual(expect.arrayContaining(objects));
    expect(await toldOf(orders)).toEqual([]);
  },
);

verifies("processes:events:all", "a change that was refused is told, as the trail has it", async () => {
  const wish = { databases: ["Contacts"], label: "refused", user: "api", pass: "wrong" };
  const told = await toldOf(async () => {
    expect(await service.admin("POST", "/svc/api/api-key", wish)).toRefuseWith("key_files_refused");
  });
  expect(told).toEqual(["audit-trail"]);
});

verifies("processes:events:all", "refused credentials are told once, however many there are", async () => {
  const guess = () => service.raw("GET", "/svc/api/settings", { key: `ak_${"7".repeat(49)}` });
  expect(await toldOf(guess)).toEqual(["audit-trail"]);
  expect(await toldOf(guess)).toEqual([]);
});

verifies("processes:events:all", "an agent that comes, and one that goes, is told", async () => {
  const { position: before } = await poll();
  const agent = await anAgent(service, host);
  const object = `agent:${agent.id}`;
  await expect.poll(() => objectsSince(before)).toContain(object);
  await service.settle();
  const { position } = await poll();
  await agent.stop();
  await expect.poll(() => objectsSince(position)).toEqual([object]);
});
