import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifies } from "../support/verifies.ts";
import { type Instance, type Instances, instances } from "./instances.ts";

/** Measurements of callers of many instances. Times in milliseconds. */
interface Row {
  readonly scenario: string;
  readonly calls: number;
  readonly perSecond: number;
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  readonly sessions: number;
  readonly logins: number;
}

const folder = mkdtempSync(join(tmpdir(), "latchkey-slots-"));
afterAll(() => rmSync(folder, { recursive: true }));
const newWorld = () => instances(mkdtempSync(join(folder, "world-")));
const rows: Row[] = [];
const stepMs = 10;

beforeAll(async () => {
  for (const serverMs of [20, 60]) {
    const world = newWorld();
    const fleet = world.start(30);
    // The first two seconds, in which instances find their slots, don't count.
    await row(world, "", (run) => run(fleet.map((instance) => again(instance, serverMs, 2_000))));
    rows.pop();
    await row(world, `30 instances, calls of ${serverMs} ms, one after another in each`, (run) =>
      run(fleet.map((instance) => again(instance, serverMs, 20_000))),
    );
  }
  const cold = newWorld();
  await row(cold, "500 cold instances, a call of 20 ms each", (run) =>
    run(cold.start(500).map((instance) => async () => [await instance.call(20)])),
  );
  const mixed = newWorld();
  const callers = mixed.start(6);
  await row(mixed, "5 instances with a call of 20 ms every 200 ms, next to one with scripts of 10 s", (run) => {
    const [scripts, ...fast] = callers as [Instance, ...Instance[]];
    const slow = async () => {
      for (let count = 0; count < 3; count += 1) await scripts.call(10_000, "script");
      return [];
    };
    return run([slow, ...fast.map((instance) => again(instance, 20, 30_000, 180))]);
  });
}, 0);

verifies("proxy:pool:spread", "30 instances at 20 ms wait for each other no longer than a slow request", () => {
  const [twenty, sixty] = rows;
  expect(twenty?.median).toBeLessThanOrEqual(200);
  expect(twenty?.sessions).toBeLessThanOrEqual(8);
  // More than one session carries: 50 calls per second at 20 ms, 16 at 60 ms.
  expect(twenty?.perSecond).toBeGreaterThan(150);
  expect(sixty?.perSecond).toBeGreaterThan(100);
});

verifies("proxy:pool:spread", "500 cold instances log in at most eight times", () => {
  expect(rows[2]?.logins).toBeLessThanOrEqual(8);
});

verifies("proxy:pool:spread", "a slow script delays no fast request", () => {
  expect(rows[3]?.longest).toBeLessThan(500);
});

test("docs/reference/session-slots.md contains the figures of this run", async () => {
  const lines = rows.map(
    (each) =>
      `| ${Object.values(each)
        .map((cell) => cell.toLocaleString("en-US"))
        .join(" | ")} |`,
  );
  const page = `# Sessions shared by instances

Session pools of the product, as they run on AWS, use one table, in front of a FileMaker Server that handles the calls of a session one after
another: logins of 80 ms, one key, one file. Times are in milliseconds, of short calls. \`tests/scale\` writes this page with a simulated clock that
advances in steps of ${stepMs} ms, so every run has the same counts.

| scenario | calls | calls a second | median | 99th percentile | longest | sessions | logins |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${lines.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../../docs/reference/session-slots.md");
  const guide = readFileSync(new URL("../../docs/guides/scale.md", import.meta.url), "utf8");
  for (const { perSecond, median, longest, sessions } of rows)
    expect(guide).toContain(`| ${perSecond} | ${median} | ${longest.toLocaleString("en-US")} | ${sessions}`);
});

type Caller = () => Promise<readonly number[]>;

/** Calls for this time, with a pause after each call. Returns each call's duration. */
function again(instance: Instance, serverMs: number, forMs: number, pauseMs = 0): Caller {
  return async () => {
    const took: number[] = [];
    for (let elapsed = 0; elapsed < forMs; ) {
      const milliseconds = await instance.call(serverMs);
      if (pauseMs > 0) await instance.pause(pauseMs);
      took.push(milliseconds);
      elapsed += milliseconds + pauseMs;
    }
    return took;
  };
}

/** Runs callers at the same time, and counts. */
async function row(
  world: Instances,
  scenario: string,
  run: (all: (callers: readonly Caller[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const loginsBefore = world.logins;
  let took: readonly number[] = [];
  let elapsed = 0;
  await run(async (callers) => {
    let open = true;
    const all = Promise.all(callers.map((caller) => caller())).finally(() => {
      open = false;
    });
    all.catch(() => {}); // Awaited below, after the clock has advanced.
    for (; open; elapsed += stepMs) await world.turn(stepMs);
    took = (await all).flat().toSorted((a, b) => a - b);
  });
  expect(await world.settle()).toEqual([]);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  rows.push({
    scenario,
    calls: took.length,
    perSecond: Math.round(took.length / (elapsed / 1000)),
    median: at(0.5),
    p99: at(0.99),
    longest: at(1),
    sessions: world.sessions,
    logins: world.logins - loginsBefore,
  });
}
