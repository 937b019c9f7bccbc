import type { ReplyOf } from "#shared/agent/protocol/command.ts";
import type { TopCallGrouping } from "#shared/usage/metrics/contract.ts";
import { placeOf, type TopCallLine } from "./top-call-lines.ts";

type TopCallsReply = ReplyOf<"statistics.topCalls">;
type Call = TopCallsReply["calls"][number];
type Group = TopCallsReply["groups"][number];

/** Milliseconds. Estimates of one server start differ by at most one interval; a larger difference is another start. */
const sameStartMs = 5 * 60_000;

/** Combines lines: a long call appears in many intervals, each time with its total so far. */
export class TopCalls {
  readonly #starts: number[] = [];
  readonly #calls = new Map<string, Call>();

  add(line: TopCallLine): void {
    const { at, start, end, totalMs, operation, target, client, waitMs, ioMs, receivedBytes, sentBytes } = line;
    const serverStart = this.#startOf(at - (end ?? start + totalMs));
    const name = JSON.stringify([this.#starts.indexOf(serverStart), client, start, target, operation]);
    const known = this.#calls.get(name);
    this.#calls.set(name, {
      startedAt: known?.startedAt ?? Math.round(serverStart + start),
      isRunning: end === undefined && (known?.isRunning ?? true),
      ...{ operation, target, ...placeOf(target), client },
      elapsedMs: Math.max(totalMs, known?.elapsedMs ?? 0),
      waitMs: waitMs + (known?.waitMs ?? 0),
      ioMs: ioMs + (known?.ioMs ?? 0),
      receivedBytes: receivedBytes + (known?.receivedBytes ?? 0),
      sentBytes: sentBytes + (known?.sentBytes ?? 0),
    });
  }

  /** Returns the slowest calls, and the groups of calls with the highest total time. */
  slowest(top: number, by: TopCallGrouping | undefined): Omit<TopCallsReply, "isPartial"> {
    const calls = [...this.#calls.values()].sort((one, other) => other.elapsedMs - one.elapsedMs);
    const groups = by === undefined ? [] : groupsOf(calls, by);
    return {
      calls: calls.slice(0, top),
      groups: groups.slice(0, top),
      callCount: calls.length,
      groupCount: groups.length,
    };
  }

  /**
   * Returns the server start of a call: start times are relative to it, but lines don't contain it. Calls at the same relative time after
   * two starts are different.
   */
  #startOf(estimate: number): number {
    const known = this.#starts.find((start) => Math.abs(start - estimate) < sameStartMs);
    if (known !== undefined) return known;
    this.#starts.push(estimate);
    return estimate;
  }
}

/** Groups calls by a property, highest total time first. Calls without the property are in no group. */
function groupsOf(calls: readonly Call[], by: TopCallGrouping): Group[] {
  const groups = new Map<string, Group>();
  for (const call of calls) {
    const name = call[by];
    if (name === null || name === "") continue;
    // Tables and layouts of two files can have the same name.
    const file = by === "table" || by === "layout" ? call.file : null;
    const key = JSON.stringify([file, name]);
    const known = groups.get(key);
    groups.set(key, {
      ...{ name, file },
      calls: 1 + (known?.calls ?? 0),
      longestMs: Math.max(call.elapsedMs, known?.longestMs ?? 0),
      elapsedMs: call.elapsedMs + (known?.elapsedMs ?? 0),
      waitMs: call.waitMs + (known?.waitMs ?? 0),
      ioMs: call.ioMs + (known?.ioMs ?? 0),
      receivedBytes: call.receivedBytes + (known?.receivedBytes ?? 0),
      sentBytes: call.sentBytes + (known?.sentBytes ?? 0),
    });
  }
  return [...groups.values()].sort((one, other) => other.elapsedMs - one.elapsedMs);
}
