import type { Caller } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { memoized } from "../memoized.ts";
import type { CommonPlatform } from "../platform.ts";
import { wantsEvents } from "./answers/events.ts";
import type { Exchange } from "./exchange.ts";
import type { StepRequest } from "./in-order.ts";

const retryAfterSeconds = 15;

/** Open responses by operation and caller. On AWS an instance handles one call at a time; there the gateway sets the limits. */
const openAnswers = memoized((_platform: CommonPlatform) => new Map<string, number>());

/** Limits open streams and downloads per operation and caller. */
export function limitStreams() {
  return {
    before: ({ event: exchange }: Pick<StepRequest, "event">): void => {
      const { answers, openPerCaller } = exchange.route?.operation ?? {};
      if (openPerCaller === undefined || (answers === "events" && !wantsEvents(exchange))) return;
      countUntilEnd(exchange, openPerCaller);
    },
  };
}

/** Counts a call until its answer ends. @throws ServiceError streams_exhausted */
function countUntilEnd({ platform, route, caller, call: { answer } }: Exchange, most: number): void {
  if (answer.destroyed) return;
  const counts = openAnswers(platform);
  const subject = `${route?.name} ${subjectOf(caller)}`;
  const open = counts.get(subject) ?? 0;
  if (open >= most) throw new ServiceError("streams_exhausted", { text: `at most ${most}`, retryAfterSeconds });
  counts.set(subject, open + 1);
  answer.once("close", () => {
    const left = (counts.get(subject) ?? 1) - 1;
    if (left === 0) counts.delete(subject);
    else counts.set(subject, left);
  });
}

/** Returns the account or key of a caller, so that more sessions don't allow more streams. Account names are case-insensitive. */
function subjectOf(caller: Caller): string {
  if (caller.kind === "session" && caller.adminKeyId !== undefined) return `admin-key:${caller.adminKeyId}`;
  if (caller.kind === "session" || caller.kind === "admin-account") return `account:${caller.user.toLowerCase()}`;
  return callerName(caller);
}
