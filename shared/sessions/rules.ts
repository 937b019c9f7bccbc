import type { Role } from "#shared/contract/roles.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Session } from "./contract.ts";
import type { SessionLimits, SessionRecord } from "./record.ts";

const noteEveryMs = 60_000;
const checkEveryMs = 5 * 60_000;
const askAgainMs = 30_000;
const longestUserAgent = 256;

type Times = Pick<SessionRecord, "createdAt" | "lastUsedAt">;

/** Returns the end of a session if it isn't used again. */
export function endOf(record: Times, limits: SessionLimits): number {
  return Math.min(record.lastUsedAt + limits.idleMs, latestEndOf(record, limits));
}

/** Returns the latest possible end of a session, regardless of use. */
export function latestEndOf({ createdAt }: Times, { absoluteMs }: SessionLimits): number {
  return createdAt + absoluteMs;
}

/** Returns true if a session has ended. Sessions created in the future, by a clock that was ahead, count as ended. */
export function isOver(record: Times, limits: SessionLimits, now: number): boolean {
  return now >= endOf(record, limits) || record.createdAt - now > noteEveryMs;
}

/** Returns true if a use should be written. */
export function isNoteworthy({ lastUsedAt }: Times, now: number): boolean {
  return Math.abs(now - lastUsedAt) >= noteEveryMs;
}

/** Returns true if the account must be verified with FileMaker Server again. */
export function needsCheck({ checkedAt }: Pick<SessionRecord, "checkedAt">, now: number): boolean {
  return Math.abs(now - checkedAt) >= checkEveryMs;
}

/** Returns the time to record for a check without a result, so that the next check follows soon, but not on every call. */
export function undecidedCheck(now: number): number {
  return now - checkEveryMs + askAgainMs;
}

/** Returns the client's User-Agent, shortened for lists. */
export function shortUserAgent(userAgent = ""): string {
  return userAgent
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .slice(0, longestUserAgent)
    .toWellFormed();
}

/** Returns a session for its owner. */
export function sessionRow(
  record: SessionRecord,
  role: Role,
  limits: SessionLimits,
  currentId: string | undefined,
): Session {
  const { id, kind, user, createdAt, lastUsedAt, address, userAgent } = record;
  return {
    id,
    kind,
    user,
    openedBy: openedBy(record),
    role,
    createdAt: timestamp(createdAt),
    lastUsedAt: timestamp(lastUsedAt),
    endsAt: timestamp(latestEndOf(record, limits)),
    idleSeconds: Math.floor(limits.idleMs / 1000),
    address,
    userAgent,
    current: id === currentId,
  };
}

function openedBy({ user, adminKeyId, signInCodeId }: SessionRecord): string {
  if (adminKeyId !== null) return `admin-key:${adminKeyId}`;
  return signInCodeId === null ? `account:${user}` : `sign-in-code:${signInCodeId}`;
}
