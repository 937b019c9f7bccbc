import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { aHost } from "../agent/support/a-host.ts";
import { anAgent } from "../agent/support/an-agent.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
const host = aHost();
const agent = await anAgent(service, host);
afterAll(async () => {
  await agent.stop();
  await service.stop();
  host.remove();
});

const minuteMs = 60_000;
const heartbeatMs = 15_000;
/** Less than the hour after which the write-ahead log is copied to the database and starts over. */
const idleMinutes = 50;
/** Maximum bytes of the write-ahead log in a day. The pages around them and the hourly copies into the database double it on a disk. */
const dayBytes = 10_000_000;

const sizes = (folder: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    globSync("**/*", { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith("-shm"))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, statSync(path).size]),
  );
const total = (files: Readonly<Record<string, number>>) => Object.values(files).reduce((sum, size) => sum + size, 0);
const changedAt = (folder: string) =>
  globSync("**/*", { cwd: folder }).map((name) => [name, statSync(join(folder, name)).mtimeMs]);

const idle = async (minutes: number): Promise<void> => {
  for (let beats = 0; beats < (minutes * minuteMs) / heartbeatMs; beats += 1) await service.turn(heartbeatMs);
};

verifies("runtime:idle:writes", async () => {
  // The start's own writes, and the first report.
  await idle(6);
  const [before, ofAgent] = [sizes(service.dataDir), changedAt(host.folder)];
  await idle(idleMinutes);
  const perDay = ((total(sizes(service.dataDir)) - total(before)) / idleMinutes) * 24 * 60;
  expect(Math.round(perDay)).toBeLessThanOrEqual(dayBytes);
  // The agent writes nothing at all.
  expect(changedAt(host.folder)).toEqual(ofAgent);
  // It was linked all the time.
  expect((await service.admin("GET", "/svc/api/agents")).body.response.agents[0].state).toBe("linked");
});
