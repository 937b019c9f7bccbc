import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { ServiceError } from "#shared/contract/errors.ts";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { actedKind, left, started, withKinds } from "./support/acted-kind.ts";

const steady = actedKind("test.steady");
const once = actedKind("test.once", { isRepeatable: false, canAbort: false });
const service = await testService(withKinds(steady, once));
afterAll(() => service.stop());

const texts = async (id: number): Promise<string[]> =>
  (await service.admin("GET", `/svc/api/processes/${id}/log`)).body.response.lines.map(
    ({ text }: { text: string }) => text,
  );
const abort = (id: number) => service.admin("POST", `/svc/api/processes/${id}/abort`);

test("progress is visible during the work, with the remaining time", async () => {
  const gate = Promise.withResolvers<void>();
  steady.act = async ({ progress, log }) => {
    await progress({ phase: "first", total: 4, unit: "files" });
    await service.turn(10_000);
    await progress({ done: 1 });
    await log("info", "One is done");
    await service.turn(2_000);
    await gate.promise;
    await progress({ phase: "second" });
    return { end: "done" };
  };
  const id = await started(service, steady);
  const midway = await finalProcess(service, id, ({ logLines }) => logLines > 0);
  expect(midway).toMatchObject({ state: "running", phase: "first", done: 1, total: 4, unit: "files", endedAt: null });
  expect(midway.etaSeconds).toBeGreaterThan(0);
  gate.resolve();
  expect(await finalProcess(service, id)).toMatchObject({
    state: "done",
    phase: "second",
    done: 0,
    total: null,
    etaSeconds: null,
  });
  expect(await texts(id)).toEqual(["One is done", "Done"]);
});

verifies("processes:state:final-once", "partially completed work ends as done with errors", async () => {
  steady.act = async ({ log }) => {
    await log("error", "One of two is locked");
    return { end: "doneWithErrors", reason: "1 of 2 could not be done" };
  };
  const id = await started(service, steady);
  expect(await finalProcess(service, id)).toMatchObject({
    state: "doneWithErrors",
    reason: "1 of 2 could not be done",
  });
  expect(await texts(id)).toEqual(["One of two is locked", "Done with errors"]);
});

verifies(
  "processes:state:final-once",
  "a rejection ends the work as failed immediately, with the message for the caller",
  async () => {
    steady.act = async () => {
      throw new ServiceError("key_not_found", { text: "7" });
    };
    const before = steady.begun;
    const id = await started(service, steady);
    expect(await finalProcess(service, id)).toMatchObject({ state: "failed", reason: "Key not found: 7" });
    expect(steady.begun - before).toBe(1);
  },
);

verifies(
  "processes:state:final-once",
  "work that can't be repeated fails on its first defect, without details",
  async () => {
    once.act = async () => {
      throw new Error("secret of the inside");
    };
    const id = await started(service, once);
    const process = await finalProcess(service, id);
    expect(process).toMatchObject({ state: "failed", reason: "Something went wrong in Latchkey" });
    expect(once.begun).toBe(1);
    expect(JSON.stringify([process, await texts(id)])).not.toContain("inside");
    expect(await service.logs()).toContain("secret of the inside");
  },
);

verifies(
  "processes:poison:dead-letter",
  "a failing step is tried five times, with growing delays, and then given up",
  async () => {
    const begunAt: number[] = [];
    steady.act = async () => {
      begunAt.push(service.clock.now());
      throw new Error("always");
    };
    const id = await started(service, steady);
    for (let tries = 1; tries <= 4; tries += 1) {
      await finalProcess(service, id, ({ logLines }) => logLines === tries);
      await service.settle();
      while (begunAt.length === tries) await service.turn(1_000);
    }
    expect(await finalProcess(service, id)).toMatchObject({ state: "failed", logLines: 5 });
    expect(begunAt).toHaveLength(5);
    const pauses = begunAt.slice(1).map((at, index) => at - (begunAt[index] ?? 0));
    expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  },
);

verifies("processes:poison:defect", async () => {
  const defects: readonly (() => unknown)[] = [
    () => decodeURIComponent("%zz"),
    () => new URL("https://["),
    () => JSON.parse("{"),
    () => BigInt("x"),
    () => new Intl.DateTimeFormat("en", { timeZone: "Nowhere" }),
    () => z.string().parse(1),
  ];
  for (const defect of defects) {
    steady.act = async () => {
      defect();
      return { end: "done" };
    };
    const before = steady.begun;
    const id = await started(service, steady);
    expect(await finalProcess(service, id), String(defect)).toMatchObject({ state: "failed", logLines: 1 });
    expect(steady.begun - before, String(defect)).toBe(1);
  }
});

verifies("processes:poison:defect", "errors of a call that may succeed later are retried", async () => {
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
  const ofStore = Object.assign(new SyntaxError("Unexpected token <"), { $metadata: { httpStatusCode: 503 } });
  for (const fault of [reset, new TypeError("fetch failed", { cause: reset }), ofStore, new Error("busy"), "text"]) {
    let tries = 0;
    steady.act = async () => {
      tries += 1;
      if (tries === 1) throw fault;
      return { end: "done" };
    };
    const id = await started(service, steady);
    while ((await shownProcess(service, id)).endedAt === null) await service.turn(1_000);
    expect([await shownProcess(service, id), tries], String(fault)).toMatchObject([{ state: "done" }, 2]);
  }
});

test("a step can leave the rest to the next one, which starts where it says", async () => {
  const seen: unknown[] = [];
  steady.act = async ({ checkpoint, input }) => {
    seen.push(checkpoint ?? input);
    const at = (checkpoint as { at: number } | undefined)?.at ?? 0;
    return at < 2 ? { next: { at: at + 1 } } : { end: "done" };
  };
  expect(await finalProcess(service, await started(service, steady, { file: "A" }))).toMatchObject({ state: "done" });
  expect(seen).toEqual([{ file: "A" }, { at: 1 }, { at: 2 }]);
});

test("work that has to wait says so, and continues automatically", async () => {
  let isThere = false;
  steady.act = async () => (isThere ? { end: "done" } : { waitingFor: "the agent", againSeconds: 30 });
  const id = await started(service, steady);
  expect(await finalProcess(service, id, ({ waitingFor }) => waitingFor !== null)).toMatchObject({
    state: "queued",
    waitingFor: "the agent",
  });
  isThere = true;
  await service.settle();
  while ((await shownProcess(service, id)).endedAt === null) await service.turn(1_000);
  expect(await shownProcess(service, id)).toMatchObject({ state: "done", waitingFor: null });
});

verifies("processes:abort:request", async () => {
  steady.act = async (step) => {
    await step.log("info", "Begun");
    await left(step);
    throw new Error(String(step.signal.reason));
  };
  const id = await started(service, steady);
  await finalProcess(service, id, ({ logLines }) => logLines > 0);
  const asked = await abort(id);
  expect(asked.status).toBe(202);
  expect(asked.body.response.process).toMatchObject({ state: "running", isAbortRequested: true });
  expect((await abort(id)).status).toBe(202);
  await service.turn(2_000);
  expect(await finalProcess(service, id)).toMatchObject({ state: "aborted", reason: null });
  expect(await texts(id)).toEqual(["Begun", "Abort requested", "Aborted"]);
  expect(await abort(id)).toRefuseWith("process_final");
});

verifies("processes:abort:request", "work that finishes anyway is done", async () => {
  steady.act = async (step) => {
    await step.log("info", "Begun");
    await left(step);
    return { end: "done" };
  };
  const id = await started(service, steady);
  await finalProcess(service, id, ({ logLines }) => logLines > 0);
  await abort(id);
  await service.turn(2_000);
  expect(await finalProcess(service, id)).toMatchObject({ state: "done", isAbortRequested: true });
});

verifies(
  "processes:abort:request",
  "waiting work is aborted immediately, and work that must not be interrupted isn't",
  async () => {
    steady.act = async () => ({ waitingFor: "the agent", againSeconds: 600 });
    const waiting = await started(service, steady);
    await finalProcess(service, waiting, ({ waitingFor }) => waitingFor !== null);
    expect((await abort(waiting)).body.response.process).toMatchObject({ state: "aborted" });

    const gate = Promise.withResolvers<void>();
    once.act = () => gate.promise.then(() => ({ end: "done" }));
    const id = await started(service, once);
    expect(await abort(id)).toRefuseWith("process_not_abortable");
    gate.resolve();
    expect(await finalProcess(service, id)).toMatchObject({ state: "done" });
    expect(await abort(999_999)).toRefuseWith("process_not_found");
  },
);
