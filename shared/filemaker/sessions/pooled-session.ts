import { idleLifeMs } from "./session-store.ts";

/** A FileMaker session in this process's memory, and the calls that it serves right now. */
export interface PooledSession {
  readonly token: string;
  readonly slot: number;
  /** Its place in the order in which this process's pools began to open sessions. */
  order: number;
  lastUsed: number;
  /** When it was last known to be alive: a use of it had ended, or was noted in the table. */
  aliveAt: number;
  /** When the table last learned of a use. */
  lastWritten: number;
  /** Calls under way, oldest first, as a list that a call leaves without a search. */
  first: SessionUse | undefined;
  last: SessionUse | undefined;
  calls: number;
  /** How many of them run a script, and may take long. */
  scripts: number;
}

/** `script`: the call may take long, and whatever is sent behind it in its session waits for its end. */
export const callKinds = ["short", "script"] as const;
export type CallKind = (typeof callKinds)[number];

/** One call's place in its session. */
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

/** Enters a call behind those under way. */
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

/** How long the longest waiting call has waited. FileMaker serves the oldest call of a session; the second oldest waits. */
export function longestWait(session: PooledSession, now: number): number {
  const waiting = session.first?.after;
  return waiting === undefined ? 0 : now - waiting.since;
}

/** Whether a call that is sent into this session now would wait for a slow one: FileMaker serves a session's calls one after another. */
export function isBlocked({ scripts, first }: PooledSession, now: number, slowMs: number): boolean {
  return scripts > 0 || (first !== undefined && now - first.since > slowMs);
}

/** Too long unused to be trusted with a call: FileMaker may have ended it. */
export function isStale({ calls, lastUsed }: PooledSession, now: number): boolean {
  return calls === 0 && now - lastUsed >= idleLifeMs;
}
