import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod";
import type { Operations, ServiceOf } from "#shared/contract/operation.ts";
import { resource } from "#shared/contract/operation.ts";
import { systemClock } from "#shared/node/clock.ts";
import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Area } from "../../functions/edge/area.ts";
import { defineResource } from "../../functions/edge/resource.ts";
import { onCalls } from "../../functions/lambda/on-calls.ts";
import { onWork } from "../../functions/lambda/on-work.ts";
import { needs } from "../../functions/needs.ts";
import type { Platform } from "../../functions/platform.ts";
import { defineWorker } from "../../functions/worker.ts";
import { awsVariables } from "../support/aws/aws-variables.ts";
import { installStreamingRuntime, invokeStream, restEvent } from "../support/aws/streaming-runtime.ts";
import { verifies } from "../support/verifies.ts";

installStreamingRuntime();
for (const [name, value] of Object.entries(awsVariables)) vi.stubEnv(name, value);
afterAll(() => vi.unstubAllEnvs());

type Needs = Pick<Platform, "background">;
type Work = (background: BackgroundTasks) => void;

const event = restEvent("GET", "/svc/api/thing");
const asked = {
  method: "GET",
  path: "/svc/api/thing",
  summary: "x",
  // There is no store to read allowed networks from.
  access: "anywhere",
  input: z.object({}),
  errors: [],
} as const;
const whole = resource({ getThing: { ...asked, output: z.object({ name: z.string() }) } });
const bytes = resource({ getThing: { ...asked, answers: "bytes", output: z.string() } });
const early = resource({ getThing: { ...asked, answers: "bytes", respondsEarly: true, output: z.string() } });

/** True if an invocation has ended by now, while it could only wait for something. */
async function isOver(invocation: Promise<unknown>): Promise<boolean> {
  const open = Symbol("open");
  for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
  return (await Promise.race([invocation, Promise.resolve(open)])) !== open;
}

/** Returns an area with one resource. */
function areaOf<R extends Operations>(contract: R, streams: boolean, wiring: (platform: Needs) => ServiceOf<R>): Area {
  const resource = defineResource({ contract, wiring, needs: needs() });
  return { streams, resources: { thing: { paths: ["/api/thing"], load: async () => ({ resource }) } } };
}

function wholeFunction(work: Work) {
  const area = areaOf(whole, false, ({ background }) => ({
    async getThing() {
      work(background);
      return { name: "whole" };
    },
  }));
  return onCalls(area) as (given: typeof event) => Promise<{ body: string }>;
}

function streamingFunction(contract: typeof bytes | typeof early, work: Work) {
  const area = areaOf(contract, true, ({ background }) => ({
    async getThing() {
      work(background);
      return { status: 200, headers: {} };
    },
  }));
  return invokeStream(onCalls(area) as never, event);
}

/** Returns the entry point of a function with one worker. */
function workingFunction(work: (platform: Needs) => { consume(): Promise<void>; sweep(): Promise<void> }) {
  const worker = defineWorker({ wiring: work, needs: needs() });
  const entry = onWork({ workers: { thing: async () => ({ worker }) }, messages: "thing" });
  return (given: Parameters<typeof entry>[0]) => entry(given, { getRemainingTimeInMillis: () => 900_000 });
}

const kinds = {
  "a function with a complete response": (work: Work) => wholeFunction(work)(event),
  "a function that streams": (work: Work) => streamingFunction(bytes, work),
  "a function with a queue": (work: Work) =>
    workingFunction(({ background }) => ({ consume: async () => work(background), sweep: async () => undefined }))({
      Records: [{ messageId: "1", body: "{}", receiptHandle: "r", attributes: { ApproximateReceiveCount: "1" } }],
    } as never),
  "a function with a schedule": (work: Work) =>
    workingFunction(({ background }) => ({ consume: async () => undefined, sweep: async () => work(background) }))({
      sweep: "thing",
    }),
};

for (const [kind, invoke] of Object.entries(kinds)) {
  verifies("runtime:aws:frozen", `${kind} ends only after its background work is done`, async () => {
    const late = Promise.withResolvers<void>();
    const invocation = invoke((background) => background.waitUntil("a note of use", late.promise));
    expect(await isOver(invocation)).toBe(false);
    late.resolve();
    await invocation;
  });
}

verifies("runtime:aws:frozen", "longer than three seconds if it works after its response", async () => {
  const threeSeconds = vi.spyOn(systemClock, "sleep").mockResolvedValue();
  const late = Promise.withResolvers<void>();
  const work = (background: BackgroundTasks) => background.waitUntil("event delivery", late.promise);
  expect(await isOver(streamingFunction(bytes, work))).toBe(true);
  const invocation = streamingFunction(early, work);
  expect(await isOver(invocation)).toBe(false);
  late.resolve();
  await invocation;
  threeSeconds.mockRestore();
});

test("a function returns its handler's response, regardless of background work", async () => {
  const { body, ...answer } = await wholeFunction(() => undefined)(event);
  expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: false, multiValueHeaders: {} });
  expect(JSON.parse(body).response).toEqual({ name: "whole" });
});

verifies("runtime:aws:alarms", "a failing sweeper logs the line that its alarm counts", async () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const fails = async () => Promise.reject(new Error("The table is away"));
  await workingFunction(() => ({ consume: async () => undefined, sweep: fails }))({ sweep: "thing" });
  write.mockRestore();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "error", event: "sweep_failed", reason: expect.stringContaining("The table is away") },
  ]);
});
