import type { Page } from "playwright";
import { afterAll, afterEach, expect } from "vitest";
import type { StepContext, StepEnd } from "#shared/jobs/job-kind.ts";
import { actedKind, left, started, withKinds } from "../jobs/support/acted-kind.ts";
import { finalProcess, shownProcess } from "../processes/support/final-process.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { signedIn } from "./support/a-window.ts";
import { copied } from "./support/clipboard.ts";
import { untilFocused } from "./support/focus.ts";

const short = actedKind("test.short");
const long = actedKind("test.long");
const service = await testService(withKinds(short, long));
afterAll(() => service.stop());

let gates: PromiseWithResolvers<StepEnd>[] = [];
afterEach(() => {
  for (const gate of gates) gate.resolve({ end: "done" });
  gates = [];
});

/** Starts a run that calls `act`, and then waits until the test releases it. */
async function running(act: (step: StepContext) => Promise<void>) {
  const gate = Promise.withResolvers<StepEnd>();
  gates.push(gate);
  let reported = (_step: StepContext): void => undefined;
  const there = new Promise<StepContext>((resolve) => {
    reported = resolve;
  });
  long.act = async (step) => {
    await act(step);
    reported(step);
    return Promise.race([gate.promise, left(step).then(() => Promise.reject(new Error("left")))]);
  };
  const id = await started(service, long);
  return { id, step: await there, end: gate.resolve };
}
const received = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor({ state: "attached" });

verifies("processes:console:run", async () => {
  const { id, step, end } = await running(async (run) => {
    await run.progress({ phase: "first" });
    await run.log("info", "in the first phase");
    await run.progress({ phase: "second", done: 100, total: 400, unit: "records" });
    await run.log("error", "one record was left out");
  });
  const { page, complaints } = await signedIn(service, `/processes/${id}`);
  const log = page.getByRole("log");
  await page.getByText("You can leave this page. The task keeps running.").waitFor();
  await page.getByText(/Phase 2 of 2 · second · 100 of 400 records/).waitFor();
  await page.getByRole("button", { name: /first.*done/ }).click();
  await log.getByText("in the first phase").waitFor();
  await log.getByText("one record was left out").waitFor({ state: "detached" });
  await page.waitForURL(/#.*phase=first/);
  await page.getByText("First error:").waitFor();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("region", { name: "Selected line" }).getByText("one record was left out").waitFor();
  await step.progress({ done: 320 });
  await service.turn(2_000);
  await step.log("info", "nearly there");
  await log.getByText("nearly there").waitFor();
  await received(page, "Act test.long: 75 percent");
  end({ end: "doneWithErrors", reason: "1 record was left out" });
  await page.locator("main").getByText("Done with errors").first().waitFor();
  await received(page, "Act test.long: Done with errors");
  await page.getByText("1 record was left out", { exact: true }).first().waitFor();
  expect(await page.getByText("You can leave this page.").count()).toBe(0);
  expect(complaints).toEqual([]);
});

verifies(
  "processes:console:run",
  "the failed phase opens automatically, and everything can be downloaded",
  async () => {
    short.act = async (step) => {
      await step.progress({ phase: "first" });
      await step.log("info", "went well");
      await step.progress({ phase: "second" });
      await step.toolLog(
        (async function* () {
          yield Buffer.from("what the program said\n");
        })(),
      );
      return { end: "crashed", reason: "Nobody knows" };
    };
    const id = await started(service, short);
    await finalProcess(service, id);
    const { page, complaints } = await signedIn(service, `/processes/${id}`);
    await page.getByRole("button", { name: /second.*failed/, pressed: true }).waitFor();
    await page.getByText("Nobody knows").first().waitFor();
    expect(await page.getByRole("log").getByText("went well").count()).toBe(0);
    await page.getByRole("button", { name: "All phases" }).click();
    await page.getByRole("log").getByText("went well").waitFor();
    await page.getByRole("button", { name: "Copy JSON" }).click();
    expect(JSON.parse(await copied(page))).toMatchObject({
      process: { id, state: "crashed" },
      log: [{ phase: "first", text: "went well" }, {}],
    });
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Tool log" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`process-${id}-tool.log`);
    expect(complaints).toEqual([]);
  },
);

verifies("processes:console:abort", async () => {
  const { id } = await running(async (step) => step.progress({ phase: "first" }));
  const { page, complaints } = await signedIn(service, `/processes/${id}`);
  await page.getByRole("button", { name: "Abort" }).click();
  const dialog = page.getByRole("dialog", { name: "Abort “Act test.long”?" });
  await untilFocused(dialog.getByRole("button", { name: "Keep running" }));
  await dialog.getByRole("button", { name: "Abort" }).click();
  await dialog.waitFor({ state: "detached" });
  await service.turn(2_000);
  expect(await finalProcess(service, id)).toMatchObject({ state: "aborted" });
  await page.locator("main").getByText("Aborted", { exact: true }).first().waitFor();
  expect(await page.getByRole("button", { name: "Abort" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

verifies("processes:console:list", async () => {
  short.act = async () => ({ end: "done" });
  await Promise.all(Array.from({ length: 60 }, () => started(service, short)));
  const last = await started(service, short);
  await finalProcess(service, last);
  const { id, end } = await running(async (step) => step.progress({ phase: "first", done: 1, total: 4 }));
  const { page, complaints } = await signedIn(service, "/processes");
  const rows = page.getByRole("table").getByRole("row");
  await rows.getByText("first: 1 of 4").waitFor();
  expect(await rows.nth(1).textContent()).toContain("Act test.long");
  expect(await rows.count()).toBe(51);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(60);
  await page.getByLabel("State").selectOption("Running or waiting");
  await expect.poll(() => rows.count()).toBe(2);
  await page.waitForURL(/#.*state=open/);
  end({ end: "done" });
  await finalProcess(service, id);
  await page.getByText("No tasks match these filters").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByLabel("Search tasks").fill("no such work");
  await page.getByText("No tasks match these filters").waitFor();
  await page.getByLabel("Search tasks").fill("test.long");
  await page.getByRole("link", { name: "Act test.long" }).first().click();
  await page.waitForURL(new RegExp(`#/processes/${id}$`));
  expect(complaints).toEqual([]);
});

verifies("processes:console:activity", async () => {
  const { page, complaints } = await signedIn(service);
  await page.getByRole("button", { name: "No running tasks" }).waitFor();
  const { id, end } = await running(async (step) => step.progress({ phase: "second", done: 1, total: 2 }));
  await page.getByRole("button", { name: "1 running task" }).click();
  await page.getByRole("dialog").getByText("second: 1 of 2").waitFor();
  await page.getByRole("dialog").getByRole("link", { name: "Act test.long" }).click();
  await page.getByRole("heading", { level: 1, name: "Act test.long" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  end({ end: "done" });
  await finalProcess(service, id);
  await page.getByRole("button", { name: "No running tasks" }).waitFor();
  expect(complaints).toEqual([]);
});

verifies("processes:console:run", "an unknown run is reported as not found", async () => {
  const { page } = await signedIn(service, "/processes/999999");
  await page.getByText("Task not found").waitFor();
  expect(await shownProcess(service, 999_999)).toBeUndefined();
});
