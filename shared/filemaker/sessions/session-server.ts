import type { Account, Login } from "../data-api.ts";

/** Server that opens and ends a pool's sessions: FileMaker Server's Data API or Admin API. */
export interface SessionServer {
  /** Logs in after waiting for its turn among all logins of the server. @throws ServiceError if there is no response */
  login(database: string, account: Account, body?: string): Promise<Login>;
  /** Ends a session. A session that no longer exists isn't an error. */
  logout(database: string, token: string): Promise<void>;
}

/** Policy for using a server's sessions. */
export interface SessionPolicy {
  /** Maximum number of sessions of one account in one file. */
  readonly maxSessions: number;
  /** Number of idle sessions of an account in a file that stay open. */
  readonly keptIdle: number;
  /** True if the server runs the calls of a session one after another, so that a call that hangs blocks the others. */
  readonly isSerial: boolean;
  /** True if a process has one call at a time, so that processes divide the sessions among themselves. */
  readonly isSpread: boolean;
  /** Time that a login waits if the server has no session left. Milliseconds. */
  readonly freeSessionWaitMs: number;
}

/** For a server with many sessions that serve one call at a time. */
export const dataApiSessionPolicy: SessionPolicy = {
  maxSessions: 8,
  keptIdle: 1,
  isSerial: true,
  isSpread: false,
  freeSessionWaitMs: 0,
};

/** For a server with few sessions for all callers that serve many calls at once. */
export const adminApiSessionPolicy: SessionPolicy = {
  maxSessions: 1,
  keptIdle: 0,
  isSerial: false,
  isSpread: false,
  freeSessionWaitMs: 3_000,
};
