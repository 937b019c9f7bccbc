import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Instance, type Instances, instances } from "./instances.ts";

/** Row of the page: a scenario, and its cost for FileMaker Server and the table. */
interface Row {
  readonly scenario: string;
  readonly calls: number;
  readonly logins: number;
  readonly maxLoginsAtOnce: number;
  readonly reads: number;
  readonly writes: number;
}

const many = 500;
const minute = 60_000;
const rows: Row[] = [];

const folder = mkdtempSync(join(tmpdir(), "latchkey-scale-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const world = instances(folder);
  let fleet = world.start(many);
  await scenario(world, "500 instances start at once", async (call) => {
    await call(fleet);
  });
  await scenario(world, "the same 500 for an hour, a call every 30 s each", async (call) => {
    for (let round = 0; round < 120; round += 1) {
      await call(fleet);
      await world.turn(30_000);
    }
  });
  await scenario(world, "FileMaker Server restarts, and all 500 get an invalid session (952)", async (call) => {
    world.restartServer();
    await call(fleet);
  });
  await scenario(world, "an hour in which 50 instances stop and 50 start per minute", async (call) => {
    for (let round = 0; round < 60; round += 1) {
      fleet = [...fleet.slice(50), ...world.start(50)];
      await call(fleet);
      await world.turn(minute);
    }
  });
  await scenario(world, "16 minutes without calls, then all 500 at once", async (call) => {
    await world.turn(16 * minute);
    await call(fleet);
  });
  expect(await world.settle()).toEqual([]);
}, 0);

test("500 cold instances log in at most eight times, each into a session that many share", () => {
  expect(rows[0]?.calls).toBe(many);
  expect(rows[0]?.logins).toBeLessThanOrEqual(8);
});

test("a steady fleet almost never logs in, well below 0.02 times in 1,000 requests", () => {
  expect(rows[1]).toMatchObject({ calls: 120 * many, logins: 0 });
});

test("a restart of FileMaker Server costs one login per session, regardless of which instance notices it first", () => {
  expect(rows[2]?.calls).toBe(many);
  expect(rows[2]?.logins).toBeLessThanOrEqual(8);
});

test("instances that come and go adopt the existing session", () => {
  expect(rows[3]).toMatchObject({ calls: 60 * many, logins: 0 });
});

test("sessions that FileMaker Server dropped for idleness are replaced by one login each", () => {
  expect(rows[4]?.calls).toBe(many);
  expect(rows[4]?.logins).toBeLessThanOrEqual(8);
});

test("docs/reference/session-economics.md contains the figures of this run", async () => {
  const lines = rows.map(
    (row) =>
      `| ${Object.values(row)
        .map((cell) => cell.toLocaleString("en-US"))
        .join(" | ")} |`,
  );
  const page = `# Session economics

${many} session pools of the product use one table, in front of a FileMaker Server that counts calls and handles the calls of a session one
after another: calls of 20 ms, logins of 80 ms, one key, one file. \`tests/scale\` writes this page with a simulated clock, so every run has the same counts.

| scenario | calls | logins | max concurrent logins | table reads | table writes |
| --- | ---: | ---: | ---: | ---: | ---: |
${lines.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../../docs/reference/session-economics.md");
});

/** Runs a scenario in which each round of calls starts at the same time, and counts. */
async function scenario(
  world: Instances,
  name: string,
  run: (call: (fleet: readonly Instance[]) => Promise<void>) => Promise<void>,
): Promise<void> {
  const before = { logins: world.logins, reads: world.table.reads(""), writes: world.table.writes("") };
  let calls = 0;
  await run(async (fleet) => {
    calls += fleet.length;
    let open = true;
    const all = Promise.all(fleet.map((instance) => instance.call())).finally(() => {
      open = false;
    });
    all.catch(() => {}); // Awaited below, after the clock has advanced.
    while (open) await world.turn(10);
    await all;
  });
  rows.push({
    scenario: name,
    calls,
    logins: world.logins - before.logins,
    maxLoginsAtOnce: world.maxLoginsAtOnce,
    reads: world.table.reads("") - before.reads,
    writes: world.table.writes("") - before.writes,
  });
}
