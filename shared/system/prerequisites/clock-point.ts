import type { DataApiProbe } from "#shared/filemaker/server-probe.ts";
import type { Point } from "../contract.ts";
import { point } from "./point.ts";

/** Beyond the first limit, log lines no longer match; beyond the second, signed tokens are rejected. */
const noticeableMs = 60_000;
const harmfulMs = 5 * 60_000;

/**
 * Checks the difference between FileMaker Server's clock and ours, as far as its response shows: to the second, and within the response
 * time.
 */
export function clockPoint({ serverTime, tookMs }: DataApiProbe, now: number): Point {
  const { ok, warning, failed, unknown } = point("clock");
  if (serverTime === undefined)
    return unknown("FileMaker Server's responses have no time.", "Compare the clocks of both machines manually.");
  const apartMs = Math.max(0, Math.abs(now - serverTime) - tookMs - 1_000);
  if (apartMs <= noticeableMs) return ok("The clocks match.");
  const text = `FileMaker Server's clock is ${duration(apartMs)} ${serverTime > now ? "ahead of" : "behind"} this service's.`;
  const remedy = "Synchronize both machines with a time server.";
  return apartMs > harmfulMs ? failed(text, remedy) : warning(text, remedy);
}

function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  return seconds < 600 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
}
