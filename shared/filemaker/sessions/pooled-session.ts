import { idleLifeMs } from "./session-store.ts";

/** FileMaker session in this process's memory, and its current calls. */
export interface PooledSession {
  readonly token: string;
  readonly slot: number;
  /** Position in the order in which this process began to open sessions. */
  order: number;
  lastUsed: number;
  /** Time when it was last known to be alive: a call ended, or the table recorded a use. */
  aliveAt: number;
  /** Time of the last use that was written to the table. */
  lastWritten: number;
  /** Current calls, oldest first, in a linked list that a call leaves without a search. */
  first: SessionUse | undefined;
  last: SessionUse | undefined;
  calls: number;
  /** Number of calls that run a script, which can take long. */
  scripts: number;
}

/** `script`: the call can take long, and later calls in its session wait for its end. */
export const callKinds = ["short", "script"] as const;
export type CallKind = (typeof callKinds)[number];

/** Entry of a call in its session. */
export interface SessionUse {
  readonly session: PooledSession;
  readonly kind: CallKind;
  readonly since: number;
  before: SessionUse | undefined;
  after: SessionUse | undefined;
}

export function pooledSession(token: string, slot: number, lastUsed: number): PooledSession {
  return {
    token,
    slot,
    order: 0,
    lastUsed,
    aliveAt: lastUsed,
    lastWritten: lastUsed,
    first: undefined,
    last: undefined,
    calls: 0,
    scripts: 0,
  };
}

/** Adds a call after the current ones. */
export function beginUse(session: PooledSession, now: number, kind: CallKind = "short"): SessionUse {
  const use: SessionUse = { session, kind, since: now, before: session.last, after: undefined };
  if (session.last === undefined) session.first = use;
  else session.last.after = use;
  session.last = use;
  session.calls += 1;
  if (kind === "script") session.scripts += 1;
  session.lastUsed = now;
  return use;
}

export function endUse(use: SessionUse, now: number): void {
  const { session } = use;
  if (use.before === undefined) session.first = use.after;
  else use.before.after = use.after;
  if (use.after === undefined) session.last = use.before;
  else use.after.before = use.before;
  session.calls -= 1;
  if (use.kind === "script") session.scripts -= 1;
  session.lastUsed = now;
}

/**
 * Returns the time that the longest waiting call has waited. FileMaker serves the oldest call of a session; the second oldest waits.
 * Milliseconds.
 */
export function longestWait(session: PooledSession, now: number): number {
  const waiting = session.first?.after;
  return waiting === undefined ? 0 : now - waiting.since;
}

/** True if a new call in this session would wait for a slow one: FileMaker serves a session's calls one after another. */
export function isBlocked({ scripts, first }: PooledSession, now: number, slowMs: number): boolean {
  return scripts > 0 || (first !== undefined && now - first.since > slowMs);
}

/** True if it was unused for too long to be trusted: FileMaker may have ended it. */
export function isStale({ calls, lastUsed }: PooledSession, now: number): boolean {
  return calls === 0 && now - lastUsed >= idleLifeMs;
}
