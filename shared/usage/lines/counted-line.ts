import * as z from "zod";
import { jsonOrNothing } from "#shared/http/json-or-nothing.ts";
import { apis, type CountedCall, methods, outcomes } from "../counted-call.ts";
import type { CountedEvent } from "../counting.ts";
import { labelNames, metricNames } from "../metrics/contract.ts";
import { countedField } from "./counting-by-lines.ts";

/** Counted data from one log line. */
export interface CountedLine {
  /** Identifies one start of a process. */
  readonly instance: string;
  /** Sequence number of the line within its instance, starting at 1. It reveals duplicate and missing lines. */
  readonly number: number;
  /** Completion time of the counted event, in milliseconds since the epoch. */
  readonly at: number;
  readonly call?: CountedCall;
  readonly event?: CountedEvent;
}

const Text = z.string();
const Count = z.number().min(0);
const Instance = z.string().min(1).max(64);
const LineOfCall = z.tuple([
  ...[Instance, z.int().min(1), Text.nullable(), Text.nullable(), z.enum(apis), z.enum(methods), z.enum(outcomes)],
  ...[Count, Count, Count, Text.nullable(), Text.nullable()],
] as const);
const LineOfEvent = z.tuple([
  ...[Instance, z.int().min(1), z.partialRecord(z.enum(labelNames), Text), z.partialRecord(z.enum(metricNames), Count)],
] as const);
const Line = z.object({ time: z.iso.datetime(), level: z.enum(["info", "counted"]), [countedField]: z.string() });

/** Parses the counted data in a log line. Returns undefined if there is none, or if another version of the service wrote the line. */
export function countedLineIn(text: string): CountedLine | undefined {
  const line = Line.safeParse(jsonOrNothing(text));
  if (!line.success) return undefined;
  const at = Date.parse(line.data.time);
  const found = z.union([LineOfCall, LineOfEvent]).safeParse(jsonOrNothing(line.data.counted));
  if (!found.success) return undefined;
  if (found.data.length === 4) {
    const [instance, number, labels, values] = found.data;
    return { instance, number, at, event: { labels, values } };
  }
  const [instance, number, key, file, api, method, outcome, receivedBytes, sentBytes, firstByteMs, code, error] =
    found.data;
  const call: CountedCall = {
    ...{ key: key ?? undefined, file: file ?? undefined, api, method, outcome, receivedBytes, sentBytes, firstByteMs },
    ...{ code: code ?? undefined, error: error ?? undefined },
  };
  return { instance, number, at, call };
}
