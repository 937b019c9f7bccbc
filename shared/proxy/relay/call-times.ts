import type { ProxyOutcome } from "#shared/contract/proxy-outcome.ts";

/** Parts of a call's time to the first byte of its response. Milliseconds. */
interface CallTimes {
  /** Time before the call was passed to FileMaker Server: checks, waiting for a session, a login, earlier attempts. */
  readonly waitMs: number;
  /** Time until FileMaker Server's response began. */
  readonly fileMakerMs: number;
}

/** Returns the parts of a call's time. Undefined if FileMaker Server didn't respond. */
export function callTimes({ arrivedAt, sentAt, answeredAt }: ProxyOutcome): CallTimes | undefined {
  if (sentAt === undefined || answeredAt === undefined) return undefined;
  return { waitMs: sentAt - arrivedAt, fileMakerMs: answeredAt - sentAt };
}

/** Returns the value of the header `Server-Timing`, which browsers and other clients show next to a call. */
export function serverTiming(outcome: ProxyOutcome): string {
  const { waitMs, fileMakerMs } = callTimes(outcome) ?? { waitMs: 0, fileMakerMs: 0 };
  return `wait;dur=${tenths(waitMs)}, filemaker;dur=${tenths(fileMakerMs)}`;
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
