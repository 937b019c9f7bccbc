import { SQSClient } from "@aws-sdk/client-sqs";
import { startFauxqs } from "fauxqs";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { systemClock } from "#shared/node/clock.ts";
import type { Queue, QueueSource } from "#shared/ports/queue.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { type Fault, type FaultProxy, faultProxy } from "../support/http/fault-proxy.ts";

const settings = {
  ...clientSettings(),
  region: "eu-central-1",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
};
const json = (body: object, status = 200): Fault => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: JSON.stringify(body),
});

describe("a queue on an unreliable connection", () => {
  let fauxqs: Awaited<ReturnType<typeof startFauxqs>>;
  let faults: FaultProxy;
  let queue: Queue & QueueSource;
  beforeAll(async () => {
    fauxqs = await startFauxqs({ port: 0, logger: false });
  });
  afterAll(() => fauxqs.stop());
  beforeEach(async () => {
    faults = await faultProxy(`http://127.0.0.1:${fauxqs.port}`);
    const client = new SQSClient({ ...settings, endpoint: faults.origin });
    onTestFinished(() => client.destroy());
    const [live, dead] = [fauxqs.createQueue("jobs"), fauxqs.createQueue("jobs-dead")];
    onTestFinished(() => {
      fauxqs.deleteQueue("jobs");
      fauxqs.deleteQueue("jobs-dead");
    });
    const urls = { queueUrl: live.queueUrl, queueArn: live.queueArn, deadLetterUrl: dead.queueUrl };
    queue = sqsQueue({ client, ...urls, clock: systemClock });
  });

  const deeds: Readonly<Record<string, () => Promise<unknown>>> = {
    "a send": () => queue.send({ body: "{}" }),
    "a receive": () => queue.receive({ maxMessages: 10, visibilitySeconds: 30 }),
    "an acknowledgement": () => queue.acknowledge(["a receipt"]),
    "a release": () => queue.release("a receipt", 0),
    "a list of the dead letters": () => queue.deadLetters(10),
  };
  for (const [deed, act] of Object.entries(deeds)) {
    test(`${deed} is one call, and succeeds if two of three fail`, async () => {
      await act();
      expect(faults.calls).toBe(1);
      faults.plan("refuse", json({ __type: "InternalError" }, 500));
      await act();
      expect(faults.calls).toBe(4);
    });

    test(`${deed} fails as unavailable, after three calls, if the queue is down`, async () => {
      faults.always("refuse");
      await expect(act()).rejects.toThrow(StoreUnavailable);
      expect(faults.calls).toBe(3);
    });
  }

  test("an acknowledged message is in the queue, even if responses were lost", async () => {
    faults.plan("cut");
    await queue.send({ body: "{}" });
    // Delivery is at least once: a message that was unknowingly sent twice is delivered twice.
    const deliveries = await queue.receive({ maxMessages: 10, visibilitySeconds: 30 });
    expect(deliveries.map(({ body }) => body)).toEqual(["{}", "{}"]);
  });

  test("more receipts than fit in one call are acknowledged in several", async () => {
    for (let index = 0; index < 12; index++) await queue.send({ body: String(index) });
    const deliveries = [
      ...(await queue.receive({ maxMessages: 10, visibilitySeconds: 30 })),
      ...(await queue.receive({ maxMessages: 10, visibilitySeconds: 30 })),
    ];
    const before = faults.calls;
    await queue.acknowledge(deliveries.map(({ receipt }) => receipt));
    expect(faults.calls - before).toBe(2);
    expect(fauxqs.inspectQueue("jobs")?.messages).toEqual({ ready: [], delayed: [], inflight: [] });
  });

  test("an acknowledgment that SQS couldn't accept is an error, and one of an unknown receipt isn't", async () => {
    const failed = (SenderFault: boolean, Code: string): Fault => json({ Failed: [{ Id: "0", SenderFault, Code }] });
    faults.plan(failed(false, "InternalError"));
    await expect(queue.acknowledge(["a receipt"])).rejects.toThrow(StoreUnavailable);
    faults.plan(failed(true, "ReceiptHandleIsInvalid"));
    await queue.acknowledge(["a receipt"]);
  });

  test("any number of dead letters is listed, and can be listed again", async () => {
    for (let index = 0; index < 25; index++) fauxqs.sendMessage("jobs-dead", String(index));
    for (const limit of [3, 25, 100]) {
      const ids = (await queue.deadLetters(limit)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(Math.min(limit, 25));
      expect(ids).toHaveLength(Math.min(limit, 25));
    }
  });

  test("if the endpoint can't move them, dead letters are sent again and none is lost", async () => {
    for (let index = 0; index < 25; index++) fauxqs.sendMessage("jobs-dead", String(index));
    expect(await queue.redrive()).toBe(25);
    expect(
      fauxqs
        .inspectQueue("jobs")
        ?.messages.ready.map(({ body }) => body)
        .toSorted(),
    ).toEqual(Array.from({ length: 25 }, (_, place) => String(place)).toSorted());
    expect(fauxqs.inspectQueue("jobs-dead")?.messages.ready).toEqual([]);
  });
});

describe("an endpoint that moves dead letters itself", () => {
  async function aQueue(...answers: readonly Fault[]) {
    const faults = await faultProxy("http://127.0.0.1:9");
    const client = new SQSClient({ ...settings, endpoint: faults.origin });
    onTestFinished(() => client.destroy());
    const clock = turnableClock();
    const urls = {
      queueUrl: "http://sqs/1/jobs",
      queueArn: "arn:aws:sqs:x:1:jobs",
      deadLetterUrl: "http://sqs/1/jobs-dead",
    };
    faults.plan(json({ Attributes: { QueueArn: "arn:aws:sqs:x:1:jobs-dead" } }), json({ TaskHandle: "t" }), ...answers);
    return { queue: sqsQueue({ client, ...urls, clock }), clock, faults };
  }
  const task = (Status: string, more: object = {}): Fault =>
    json({ Results: [{ Status, ApproximateNumberOfMessagesMoved: 7, ...more }] });

  test("is polled until it is done, and returns their number", async () => {
    const { queue, clock, faults } = await aQueue(task("RUNNING"), task("RUNNING"), task("COMPLETED"));
    const moved = queue.redrive();
    while (faults.calls < 5) await clock.turn(1_000);
    expect(await moved).toBe(7);
  });

  test("is unavailable if it fails", async () => {
    const { queue } = await aQueue(task("FAILED", { FailureReason: "AWS.SimpleQueueService.NonExistentQueue" }));
    await expect(queue.redrive()).rejects.toThrow(StoreUnavailable);
  });
});
