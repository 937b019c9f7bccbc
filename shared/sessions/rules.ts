import type { Role } from "#shared/contract/roles.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Session } from "./contract.ts";
import type { SessionLimits, SessionRecord } from "./record.ts";

const noteEveryMs = 60_000;
const checkEveryMs = 5 * 60_000;
const askAgainMs = 30_000;
const longestUserAgent = 256;

type Times = Pick<SessionRecord, "createdAt" | "lastUsedAt">;

/** When a session ends if it is not used again. */
export function endOf(record: Times, limits: SessionLimits): number {
  return Math.min(record.lastUsedAt + limits.idleMs, latestEndOf(record, limits));
}

/** When a session ends however much it is used. */
export function latestEndOf({ createdAt }: Times, { absoluteMs }: SessionLimits): number {
  return createdAt + absoluteMs;
}

/** Whether a session is over. One from a future that a clock showed for a while is no better than an old one. */
export function isOver(record: Times, limits: SessionLimits, now: number): boolean {
  return now >= endOf(record, limits) || record.createdAt - now > noteEveryMs;
}

/** Whether a use is worth a write. */
export function isNoteworthy({ lastUsedAt }: Times, now: number): boolean {
  return Math.abs(now - lastUsedAt) >= noteEveryMs;
}

/** Whether FileMaker Server is to be asked again about the account. */
export function needsCheck({ checkedAt }: Pick<SessionRecord, "checkedAt">, now: number): boolean {
  return Math.abs(now - checkedAt) >= checkEveryMs;
}

/** What is noted as the time of a check that came to nothing, so that the next one comes soon, and not with every call. */
export function undecidedCheck(now: number): number {
  return now - checkEveryMs + askAgainMs;
}

/** The client's User-Agent, cut to what a list can show. */
export function shortUserAgent(userAgent = ""): string {
  return userAgent
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .slice(0, longestUserAgent)
    .toWellFormed();
}

/** A session as its owner sees it. */
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
