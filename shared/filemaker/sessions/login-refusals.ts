import { type ErrorName, ServiceError } from "#shared/contract/errors.ts";
import type { Login } from "../data-api.ts";
import type { PoolId } from "./session-store.ts";

const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;
const closedFileMs = 2_000;

/** Outcomes of a login that concern the account or the file. */
export type Refused = Exclude<Login["outcome"], "accepted" | "exhausted">;

/** Refusal of an account in a file, and the time until which we don't try again. */
export interface Refusal {
  readonly outcome: Refused;
  /** Number of consecutive wrong passwords. */
  readonly count: number;
  readonly until: number;
}

/** Pool that stores a refusal: the sessions of one account in one file. */
interface RefusedPool {
  readonly id: Pick<PoolId, "folded">;
  refusal: Refusal | undefined;
}

/**
 * Returns the refusal after `count` earlier ones. A wrong password is tried again after 30 seconds, then after twice as long each time,
 * up to 15 minutes.
 */
export function nextRefusal(outcome: Refused, count: number, now: number): Refusal {
  // A closed file isn't the account's fault, and may be open again soon.
  if (outcome === "unavailable") return { outcome, count, until: now + closedFileMs };
  return { outcome, count: count + 1, until: now + Math.min(longestPauseMs, firstPauseMs * 2 ** count) };
}

/** Stores a refusal and returns the error for the caller. */
export function refuse(pool: RefusedPool, refusal: Refusal, now: number): ServiceError {
  pool.refusal = refusal;
  const error: ErrorName = refusal.outcome === "unavailable" ? "file_not_available" : "stored_credentials_refused";
  const retryAfterSeconds = Math.max(1, Math.ceil((refusal.until - now) / 1000));
  return new ServiceError(error, { retryAfterSeconds, detail: `login ${refusal.outcome}, database ${pool.id.folded}` });
}

/**
 * True if a refusal is still in effect. One that lasts longer than possible comes from a clock that was ahead, or from before ours was
 * set back.
 */
export function isRefusing(until: number, now: number): boolean {
  return until > now && until - now <= longestPauseMs;
}

/** @throws ServiceError if FileMaker Server rejected the account recently, and the wait before the next attempt isn't over */
export function checkRefusal(pool: RefusedPool, now: number): void {
  if (pool.refusal !== undefined && isRefusing(pool.refusal.until, now)) throw refuse(pool, pool.refusal, now);
}
