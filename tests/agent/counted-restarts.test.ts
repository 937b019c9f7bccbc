import { expect } from "vitest";
import { restartsOf } from "../../local-agent/restarts.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

verifies("agent:restarts:unwanted", async () => {
  const folder = scratchFolder();
  const clock = turnableClock();
  const start = () => restartsOf({ folder, clock, log: () => undefined });
  expect(start().count()).toBe(0);
  start().stopping();
  // Killed once; the stop on request after that isn't counted.
  expect(start().count()).toBe(1);
  start().stopping();
  const last = start();
  expect(last.count()).toBe(2);
  await clock.turn(25 * 60 * 60_000);
  expect(last.count()).toBe(0);
});
