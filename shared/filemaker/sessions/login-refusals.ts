import { type ErrorName, ServiceError } from "#shared/contract/errors.ts";
import type { Login } from "../data-api.ts";
import type { PoolId } from "./session-store.ts";

const firstPauseMs = 30_000;
const longestPauseMs = 15 * 60_000;
const closedFileMs = 2_000;

/** Outcomes of a login that say something about the account or the file. */
export type Refused = Exclude<Login["outcome"], "accepted" | "exhausted">;

/** FileMaker does not let an account into a file, and until when we do not ask again (R5.5). */
export interface Refusal {
  readonly outcome: Refused;
  /** Wrong passwords in a row. */
  readonly count: number;
  readonly until: number;
}

/** What keeps a refusal: the sessions of one account in one file. */
interface RefusedPool {
  readonly id: Pick<PoolId, "folded">;
  refusal: Refusal | undefined;
}

/** The refusal that follows on `count` earlier ones. A wrong password is tried again after 30 seconds, then after twice as long, up to 15 minutes. */
export function nextRefusal(outcome: Refused, count: number, now: number): Refusal {
  // A closed file is no fault of the account's, and may be open again soon.
  if (outcome === "unavailable") return { outcome, count, until: now + closedFileMs };
  return { outcome, count: count + 1, until: now + Math.min(longestPauseMs, firstPauseMs * 2 ** count) };
}

/** Notes a refusal, and answers the error for the caller. */
export function refuse(pool: RefusedPool, refusal: Refusal, now: number): ServiceError {
  pool.refusal = refusal;
  const error: ErrorName = refusal.outcome === "unavailable" ? "file_not_available" : "stored_credentials_refused";
  const retryAfterSeconds = Math.max(1, Math.ceil((refusal.until - now) / 1000));
  return new ServiceError(error, { retryAfterSeconds, detail: `login ${refusal.outcome}, database ${pool.id.folded}` });
}

/** Whether a refusal still counts. One that lasts longer than any can was noted by a clock that was ahead, or before ours was set back. */
export function isRefusing(until: number, now: number): boolean {
  return until > now && until - now <= longestPauseMs;
}

/** @throws ServiceError while FileMaker's last refusal keeps us from asking again */
export function checkRefusal(pool: RefusedPool, now: number): void {
  if (pool.refusal !== undefined && isRefusing(pool.refusal.until, now)) throw refuse(pool, pool.refusal, now);
}
