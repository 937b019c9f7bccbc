import { afterAll, expect } from "vitest";
import { testService } from "../support/test-service.ts";
import { until } from "../support/until.ts";
import { verifies } from "../support/verifies.ts";
import { salesWorld } from "./support/sales-world.ts";
import { bearer } from "./support/sdk-clients.ts";
import { servers } from "./support/servers.ts";
import { type Era, streamedCall, toolCall } from "./support/streamed-call.ts";

const service = await testService({ sandbox: { world: worldWithLongWork() } });
afterAll(() => service.stop());
const { aServer, aTool, send } = servers(service);

await aServer("sales");
await aTool("sales", { name: "Long work", script_name: "Long work", timeout_s: 600 });
await aTool("sales", { name: "Hello", script_name: "Say hello" });
const key = await service.aKey({ isOData: true, user: "Admin", pass: "full-access-pass" });
const url = `${service.baseUrl}/svc/mcp/sales`;
const eras: readonly Era[] = ["legacy", "modern"];

verifies(
  "mcp:protocol:stream",
  "a client that requests progress reads every five seconds that a script is running, and then gets its result",
  async () => {
    for (const era of eras) {
      const running = scriptStarted();
      const called = streamedCall(url, toolCall(era, "long_work", { progressToken: "p" }), bearer(key));
      await running;
      await service.turn(5_000);
      const call = await called;
      expect(call.contentType, era).toMatch(/^text\/event-stream/);
      expect(await call.next()).toMatchObject({
        method: "notifications/progress",
        params: { progressToken: "p", progress: 5, message: "The script has been running for 5 seconds." },
      });
      await service.turn(5_000);
      expect((await call.next())?.params.progress).toBe(10);
      await wake(20_000);
      let last = await call.next();
      while (last?.method === "notifications/progress") last = await call.next();
      expect(last).toMatchObject({ id: 1, result: { content: [{ text: '{"result":"long work is done"}' }, {}] } });
      expect(await call.next()).toBeUndefined();
    }
  },
);

verifies("mcp:protocol:stream", "a client that requests no progress gets JSON, in both eras", async () => {
  for (const era of eras) {
    const { json, headers } = toolCall(era, "hello");
    const answer = await service.raw("POST", "/svc/mcp/sales", { json, headers: { ...headers, ...bearer(key) } });
    expect(answer.headers["content-type"], era).toMatch(/^application\/json/);
    expect(JSON.stringify(answer.body.result.content)).toContain("Hello from FileMaker");
  }
});

verifies(
  "mcp:protocol:stream",
  "a client of the current revision that disconnects cancels its call; one of the old revisions doesn't",
  async () => {
    const outcomes: Partial<Record<Era, string>> = {};
    for (const era of eras) {
      const running = scriptStarted();
      const called = streamedCall(url, toolCall(era, "long_work", { progressToken: "p" }), bearer(key));
      await running;
      await service.turn(5_000);
      const call = await called;
      await call.next();
      const before = await listed();
      call.leave();
      // The abandoned call ends automatically; for the other one, the script must end.
      if (era === "legacy") await wake(30_000);
      // Entries soon after a call are written together with later ones.
      for (; (await listed()).length === before.length; await service.settle()) await service.turn(250);
      outcomes[era] = (await listed())[0]?.outcome ?? "none";
    }
    expect(outcomes).toEqual({ legacy: "done", modern: "cancelled" });
  },
);

/** Resolves when FileMaker Server has started one more script than before. */
function scriptStarted(): Promise<void> {
  const begun = () => service.sandbox.counters.odataByOperation["POST script"] ?? 0;
  const before = begun();
  return until(() => begun() > before);
}

/** Turns both clocks; the sandbox's own clock is read when it is called. */
async function wake(milliseconds: number): Promise<void> {
  await service.turn(milliseconds);
  await fetch(`${service.sandbox.origin}/fmi/data/vLatest/productInfo`);
}

async function listed(): Promise<readonly { readonly outcome: string }[]> {
  return (await send("GET", "/sales/calls?limit=50")).calls;
}

function worldWithLongWork() {
  const world = salesWorld();
  const [contacts, ...others] = world.databases;
  if (contacts === undefined) throw new Error("The world has no Contacts");
  const script = { name: "Long work", steps: [{ delayMs: 30_000 }, { text: "long work is done" }] };
  return { ...world, databases: [{ ...contacts, scripts: [...(contacts.scripts ?? []), script] }, ...others] };
}
