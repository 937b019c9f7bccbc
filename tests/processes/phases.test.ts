import { afterAll, expect } from "vitest";
import { actedKind, started, withKinds } from "../jobs/support/acted-kind.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { finalProcess, shownProcess } from "./support/final-process.ts";

const kind = actedKind("test.phases");
const service = await testService(withKinds(kind));
afterAll(() => service.stop());

const lines = async (id: number) =>
  (await service.admin("GET", `/svc/api/processes/${id}/log`)).body.response.lines.map(
    ({ phase, text }: { phase: string | null; text: string }) => [phase, text],
  );

verifies("processes:phases:times", async () => {
  const gate = Promise.withResolvers<void>();
  kind.act = async (step) => {
    await step.log("info", "before");
    await step.progress({ phase: "first", total: 2 });
    await step.log("info", "in the first");
    await service.turn(10_000); // Long before the end of a lease.
    await step.progress({ phase: "second" });
    await step.log("info", "in the second");
    await gate.promise;
    return { end: "done" };
  };
  const id = await started(service, kind);
  await finalProcess(service, id, ({ phase }) => phase === "second");
  const [first, second] = (await shownProcess(service, id)).phaseRuns;
  expect([first?.phase, second?.phase]).toEqual(["first", "second"]);
  expect(Date.parse(first?.endedAt ?? "") - Date.parse(first?.startedAt ?? "")).toBeGreaterThanOrEqual(10_000);
  expect(second).toMatchObject({ startedAt: first?.endedAt, endedAt: null });
  gate.resolve();
  const { phaseRuns, endedAt } = await finalProcess(service, id);
  expect(phaseRuns.at(-1)?.endedAt).toBe(endedAt);
  expect(await lines(id)).toEqual([
    [null, "before"],
    ["first", "in the first"],
    ["second", "in the second"],
    ["second", "Done"],
  ]);
});

verifies("processes:phases:times", "a phase that starts again is listed again", async () => {
  kind.act = async (step) => {
    for (const phase of ["first", "second", "first"]) await step.progress({ phase });
    return { end: "done" };
  };
  const { phaseRuns } = await finalProcess(service, await started(service, kind));
  expect(phaseRuns.map(({ phase }) => phase)).toEqual(["first", "second", "first"]);
});
