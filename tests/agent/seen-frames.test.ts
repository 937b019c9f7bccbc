import { expect } from "vitest";
import { clockWindowMs } from "#shared/agent/protocol/frame.ts";
import { seenFrames } from "#shared/agent/protocol/seen-frames.ts";
import { verifies } from "../support/verifies.ts";

verifies("agent:link:memory", () => {
  const seen = seenFrames();
  let now = Date.UTC(2026, 10, 20);
  // A day of a link on which a user follows a log: four frames per second.
  for (let sequence = 1; sequence <= 86_400 * 4; sequence += 1) {
    now += 250;
    if (!seen.isFirst({ sequence, at: now }, now)) throw new Error(`frame ${sequence} came once`);
  }
  expect(seen.size()).toBeLessThanOrEqual((2 * clockWindowMs) / 250 + 1);
});

verifies(
  "agent:link:memory",
  "a frame repeated within its time window isn't new, regardless of the frames between",
  () => {
    const seen = seenFrames();
    const now = Date.UTC(2026, 10, 20);
    // Clocks differ, and frames of several processes arrive out of order.
    const frames = [5, 201, 6, 202, 1].map((sequence) => ({ sequence, at: now + clockWindowMs - sequence }));
    for (const frame of frames) expect(seen.isFirst(frame, now)).toBe(true);
    for (const later of [now, now + clockWindowMs, now + 2 * clockWindowMs - 300])
      for (const frame of frames) expect(seen.isFirst(frame, later), String(frame.sequence)).toBe(false);
  },
);

verifies("agent:link:memory", "a frame that is too old or too new never counts as new", () => {
  const seen = seenFrames();
  const now = Date.UTC(2026, 10, 20);
  for (const at of [now - clockWindowMs - 1, now + clockWindowMs + 1])
    expect(seen.isFirst({ sequence: 1, at }, now)).toBe(false);
  expect(seen.size()).toBe(0);
});
