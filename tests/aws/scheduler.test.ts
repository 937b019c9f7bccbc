import { randomUUID } from "node:crypto";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SQSClient } from "@aws-sdk/client-sqs";
import { describe, expect, onTestFinished, test } from "vitest";
import { clientSettings } from "#shared/aws/client-settings.ts";
import { scheduler } from "#shared/aws/scheduler.ts";
import { decodeBody } from "#shared/aws/sqs/body.ts";
import { sqsQueue } from "#shared/aws/sqs/queue.ts";
import { systemClock } from "#shared/node/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";
import { startScheduler } from "../../sandbox/scheduler/server.ts";
import { schedulesSuite } from "../ports/schedules-suite.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";

const arn = (name: string) => `arn:aws:sqs:eu-central-1:000000000000:${name}`;
const roleArn = "arn:aws:iam::000000000000:role/schedules";
const target = { groupName: "work", roleArn, queueArn: arn("jobs"), deadLetterArn: arn("dead") };

async function aScheduler() {
  const clock = turnableClock(Date.UTC(2026, 10, 20, 12, 0, 0, 250));
  const sent: { readonly queue: string; readonly body: string }[] = [];
  const refused = new Set<string>();
  const server = await startScheduler({
    groups: ["work"],
    clock,
    deliver: async (queue, body) => {
      if (refused.has(queue)) throw new Error("No such queue");
      sent.push({ queue, body: decodeBody(body) });
    },
  });
  const client = new SchedulerClient({
    ...clientSettings(),
    endpoint: server.origin,
    region: "eu-central-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
  const close = async () => {
    client.destroy();
    await server.close();
  };
  const turn = async (milliseconds: number) => {
    await clock.turn(milliseconds);
    await server.tick();
  };
  return { server, client, clock, sent, refused, turn, close, schedules: scheduler({ client, ...target }) };
}

schedulesSuite("EventBridge Scheduler as its stand-in has it", async () => {
  const { clock, sent, ...world } = await aScheduler();
  return { ...world, now: () => clock.now(), arrived: async () => sent.splice(0).map(({ body }) => body) };
});

async function opened() {
  const world = await aScheduler();
  onTestFinished(world.close);
  return world;
}

describe("requests to EventBridge Scheduler", () => {
  test("a schedule runs once, in UTC, at a whole second not before its time, and deletes itself", async () => {
    const { server, schedules } = await opened();
    await schedules.put({ name: "process-7", at: Date.UTC(2027, 1, 28, 23, 59, 59, 1), body: '{"process":7}' });
    expect(server.asked).toEqual([
      {
        method: "POST",
        name: "process-7",
        group: null,
        input: {
          GroupName: "work",
          ScheduleExpression: "at(2027-03-01T00:00:00)",
          ScheduleExpressionTimezone: "UTC",
          FlexibleTimeWindow: { Mode: "OFF" },
          ActionAfterCompletion: "DELETE",
          State: "ENABLED",
          ClientToken: expect.stringMatching(/^[0-9a-f]{64}$/),
          Target: {
            Arn: arn("jobs"),
            RoleArn: roleArn,
            Input: '{"process":7}',
            DeadLetterConfig: { Arn: arn("dead") },
            RetryPolicy: { MaximumEventAgeInSeconds: 3_600, MaximumRetryAttempts: 60 },
          },
        },
      },
    ]);
  });

  test("the same schedule has the same token, and another time another token", async () => {
    const { server, schedules, clock } = await opened();
    const schedule = { name: "a", at: clock.now() + 3_600_000, body: "{}" };
    await schedules.put(schedule);
    await schedules.put(schedule);
    await schedules.put({ ...schedule, at: schedule.at + 1 });
    const tokens = server.asked.map(({ input }) => (input as { ClientToken: string }).ClientToken);
    expect(tokens[1]).toBe(tokens[0]);
    expect(tokens[2]).not.toBe(tokens[0]);
    expect(server.asked.map(({ method }) => method)).toEqual(["POST", "POST", "POST", "PUT"]);
  });

  test("a deletion names the schedule and its group", async () => {
    const { server, schedules } = await opened();
    await schedules.remove("process-7");
    expect(server.asked).toEqual([{ method: "DELETE", name: "process-7", group: "work", input: {} }]);
  });

  test("messages that the queue doesn't accept go to the dead letters", async () => {
    const { schedules, clock, sent, refused, turn } = await opened();
    refused.add(arn("jobs"));
    await schedules.put({ name: "a", at: clock.now() + 1_000, body: "{}" });
    await turn(2_000);
    expect(sent).toEqual([{ queue: arn("dead"), body: "{}" }]);
  });

  test("a failing call is an outage, after three attempts", async () => {
    const { server, schedules, clock } = await opened();
    for (const [status, name, calls] of [
      [500, "InternalServerException", 3],
      [403, "AccessDeniedException", 1],
      [402, "ServiceQuotaExceededException", 1],
    ] as const) {
      server.fail({ status, name });
      const before = server.asked.length;
      const put = schedules.put({ name: "a", at: clock.now() + 60_000, body: "{}" });
      await expect(put).rejects.toThrow(`EventBridge Scheduler didn't respond: ${name}`);
      await expect(put).rejects.toBeInstanceOf(StoreUnavailable);
      expect(server.asked.length - before).toBe(calls);
    }
    await expect(schedules.remove("a")).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test("a schedule that both exists and doesn't is an outage, not an endless loop", async () => {
    const { server, client, clock } = await opened();
    const other = scheduler({ client, ...target, groupName: "another group" });
    await scheduler({ client, ...target }).put({ name: "a", at: clock.now() + 60_000, body: "{}" });
    const before = server.asked.length;
    await expect(other.put({ name: "a", at: clock.now() + 60_000, body: "{}" })).rejects.toThrow(StoreUnavailable);
    expect(server.asked.length - before).toBeLessThanOrEqual(6);
  });
});

// On a real account, a schedule's message arrives in the queue a minute or two later.
if (process.env.REMOTE === "1") {
  test("a scheduled message arrives, and a deleted one doesn't", async () => {
    const { LATCHKEY_TEST_QUEUE: queueUrl = "", LATCHKEY_TEST_QUEUE_ARN: queueArn = "" } = process.env;
    const { LATCHKEY_TEST_DEAD_QUEUE: deadLetterUrl = "", LATCHKEY_TEST_DEAD_QUEUE_ARN: deadLetterArn = "" } =
      process.env;
    const { LATCHKEY_TEST_SCHEDULE_GROUP: groupName = "", LATCHKEY_TEST_SCHEDULE_ROLE: role = "" } = process.env;
    const client = new SchedulerClient(clientSettings());
    const schedules = scheduler({ client, groupName, roleArn: role, queueArn, deadLetterArn });
    const queue = sqsQueue({
      client: new SQSClient(clientSettings()),
      queueUrl,
      queueArn,
      deadLetterUrl,
      clock: systemClock,
    });
    const run = randomUUID();
    const at = Date.now() + 60_000;
    await schedules.put({ name: `kept-${run}`, at, body: `${run} kept` });
    await schedules.put({ name: `removed-${run}`, at, body: `${run} removed` });
    await schedules.remove(`removed-${run}`);
    for (const bodies: string[] = []; !bodies.includes(`${run} kept`); ) {
      const deliveries = await queue.receive({ maxMessages: 10, visibilitySeconds: 60, waitSeconds: 20 });
      bodies.push(...deliveries.map(({ body }) => body));
      await queue.acknowledge(deliveries.map(({ receipt }) => receipt));
      expect(bodies).not.toContain(`${run} removed`);
    }
  });
}
