import { afterAll, expect, test } from "vitest";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { actedKind, started, withKinds } from "./support/acted-kind.ts";

const steady = actedKind("test.steady");
let isQueueAway = false;
const kinds = withKinds(steady);
const service = await testService({
  decorate(platform) {
    const { queue } = platform;
    const send: typeof queue.send = async (message) => {
      if (isQueueAway) throw new Error("The test's queue is away");
      await queue.send(message);
    };
    return kinds.decorate({ ...platform, queue: { ...queue, send } });
  },
});
afterAll(() => service.stop());

const queue = () => service.runtime.platform.queue;

verifies(
  "processes:poison:dead-letter",
  "abandoned work is a dead letter too, and delivering it again changes nothing",
  async () => {
    steady.act = async () => {
      throw new Error("always");
    };
    const id = await started(service, steady);
    while ((await shownProcess(service, id)).endedAt === null) await service.turn(5_000);
    while ((await queue().deadLetters(10)).length === 0) await service.turn(60_000);
    const before = await shownProcess(service, id);
    expect(before).toMatchObject({ state: "failed", reason: "Something went wrong in Latchkey" });
    const begun = steady.begun;
    const letters = await service.admin("GET", "/svc/api/dead-letters");
    expect(letters.body.response.deadLetters).toEqual([
      { id: expect.any(String), queue: "jobs", processId: id, deliveryId: null, receiveCount: 5 },
    ]);
    expect((await service.admin("POST", "/svc/api/dead-letters/redrive")).body.response).toEqual({ moved: 1 });
    const next = actedAgain();
    expect(await finalProcess(service, await next)).toMatchObject({ state: "done" });
    expect(await shownProcess(service, id)).toEqual(before);
    expect(steady.begun).toBe(begun + 1);
    expect(await queue().deadLetters(10)).toEqual([]);
  },
);

function actedAgain(): Promise<number> {
  steady.act = async () => ({ end: "done" });
  return started(service, steady);
}

verifies(
  "processes:poison:dead-letter",
  "an unreadable message is a dead letter after five attempts, and the others are done",
  async () => {
    steady.act = async () => ({ end: "done" });
    const failed = async () => (await service.logs()).match(/message_failed/g)?.length ?? 0;
    const before = await failed();
    await queue().send({ body: '{"process": not JSON' });
    const ids = await Promise.all(Array.from({ length: 9 }, () => started(service, steady)));
    for (const id of ids) expect(await finalProcess(service, id)).toMatchObject({ state: "done" });
    let dead = await queue().deadLetters(10);
    while (dead.length === 0) {
      await service.turn(10_000);
      await shownProcess(service, ids[0] ?? 0);
      dead = await queue().deadLetters(10);
    }
    expect(dead).toEqual([expect.objectContaining({ body: '{"process": not JSON', receiveCount: 5 })]);
    expect((await failed()) - before).toBe(5);
  },
);

// On one machine, the table replaces the queue of deliveries.
test.runIf(onAws)("a message about a delivery that fails five times is listed and can be retried", async () => {
  const letters = async () => {
    const { body } = await service.admin("GET", "/svc/api/dead-letters");
    return body.response.deadLetters.filter(({ queue: name }: { readonly queue: string }) => name === "deliveries");
  };
  const ofJobs = (await queue().deadLetters(10)).length;
  await service.runtime.platform.deliveryQueue.send({ body: '{"delivery":"webhook-1-01"' });
  while ((await letters()).length === 0) await service.turn(600_000);
  expect(await letters()).toEqual([
    { id: expect.any(String), queue: "deliveries", processId: null, deliveryId: "webhook-1-01", receiveCount: 5 },
  ]);
  const retried = await service.admin("POST", "/svc/api/dead-letters/redrive");
  expect(retried.body.response).toEqual({ moved: ofJobs + 1 });
  expect(await letters()).toEqual([]);
});

verifies(
  "processes:accept:outbox",
  "while the queue is unavailable, work is accepted, and it is done within 90 seconds after its return",
  async () => {
    isQueueAway = true;
    const accepted = await service.admin("POST", "/svc/api/processes", { kind: "keys.rewrap" });
    expect(accepted.status).toBe(202);
    const { processId } = accepted.body.response;
    await service.turn(10 * 60_000);
    expect(await shownProcess(service, processId)).toMatchObject({ state: "queued" });
    isQueueAway = false;
    for (let seconds = 0; seconds < 90; seconds += 30) {
      await service.turn(30_000);
      await shownProcess(service, processId);
    }
    expect(await finalProcess(service, processId)).toMatchObject({ state: "done" });
    expect(await service.logs()).toContain("enqueue_failed");
  },
);

verifies("processes:accept:outbox", "no second message is sent for work that is in the queue", async () => {
  let sent = 0;
  steady.act = async () => ({ waitingFor: "a while", againSeconds: 600 });
  const id = await started(service, steady);
  await finalProcess(service, id, ({ waitingFor }) => waitingFor !== null);
  const before = steady.begun;
  for (let seconds = 0; seconds < 540; seconds += 30) {
    await service.turn(30_000);
    await shownProcess(service, id);
    sent = steady.begun - before;
  }
  expect(sent).toBe(0);
});
