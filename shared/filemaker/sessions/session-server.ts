import type { Account, Login } from "../data-api.ts";

/** Where a pool's sessions are opened and ended: FileMaker Server's Data API, or its Admin API. */
export interface SessionServer {
  /** Waits its turn among all logins of the server (R5.5). @throws ServiceError when there is no answer */
  login(database: string, account: Account, body?: string): Promise<Login>;
  /** Ends a session. One that is gone already is no error. */
  logout(database: string, token: string): Promise<void>;
}

/** How sessions of a server are best used. */
export interface SessionPolicy {
  /** Most sessions of one account in one file. */
  readonly mostSessions: number;
  /** Idle sessions of an account in a file that stay open. */
  readonly keptIdle: number;
  /** Whether the server runs the calls of one session one after another, so that a call that hangs holds up the rest. */
  readonly isSerial: boolean;
  /** Whether a process has one call at a time, so that processes share out the sessions among them. */
  readonly isSpread: boolean;
  /** How long a login waits for a server that has no session left. Milliseconds. */
  readonly freeSessionWaitMs: number;
}

/** A server with many sessions, each of which serves one call at a time (R5.1). */
export const dataApiSessionPolicy: SessionPolicy = {
  mostSessions: 8,
  keptIdle: 1,
  isSerial: true,
  isSpread: false,
  freeSessionWaitMs: 0,
};

/** A server with a handful of sessions for all callers, each of which serves many calls at once. */
export const adminApiSessionPolicy: SessionPolicy = {
  mostSessions: 1,
  keptIdle: 0,
  isSerial: false,
  isSpread: false,
  freeSessionWaitMs: 3_000,
};
