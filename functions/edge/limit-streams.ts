import type { Caller } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform } from "../platform.ts";
import { wantsEvents } from "./answers/events.ts";
import type { Exchange } from "./exchange.ts";
import type { StepRequest } from "./in-order.ts";

/** Streams of one operation that a caller can have open at a time, in each process. */
const streamsPerCaller = 10;
const retryAfterSeconds = 15;

/** Open streams by operation and caller. On AWS an instance has one call at a time: what a deployment takes is limited by its gateway there. */
const openStreams = memoized((_platform: CommonPlatform) => new Map<string, number>());

/** Limits answers that stay open, per operation and caller. */
export function limitStreams() {
  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">): void => {
      if (staysOpen(exchange)) countStream(exchange);
    },
  };
}

function staysOpen(exchange: Exchange): boolean {
  return exchange.route?.operation.follows === true || wantsEvents(exchange);
}

/** Counts a stream until its answer ends. @throws ServiceError streams_exhausted */
function countStream({ platform, route, caller, call: { answer } }: Exchange): void {
  if (answer.destroyed) return;
  const streams = openStreams(platform);
  const subject = `${route?.name} ${subjectOf(caller)}`;
  const open = streams.get(subject) ?? 0;
  if (open >= streamsPerCaller) throw new ServiceError("streams_exhausted", { retryAfterSeconds });
  streams.set(subject, open + 1);
  answer.once("close", () => {
    const left = (streams.get(subject) ?? 1) - 1;
    if (left === 0) streams.delete(subject);
    else streams.set(subject, left);
  });
}

/** The account or key behind a caller: more sessions of one don't bring more streams. Names of accounts have no case. */
function subjectOf(caller: Caller): string {
  if (caller.kind === "session" && caller.adminKeyId !== undefined) return `admin-key:${caller.adminKeyId}`;
  if (caller.kind === "session" || caller.kind === "admin-account") return `account:${caller.user.toLowerCase()}`;
  return callerName(caller);
}
