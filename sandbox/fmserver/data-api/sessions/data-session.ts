import type { LiveAccount, LiveDatabase } from "../../world/live/live-database.ts";
import type { Cell } from "../../world/values/cell.ts";

/** FileMaker client of a token. */
export interface DataSession {
  readonly token: string;
  /** Its number among all clients of the server. */
  readonly clientId: string;
  readonly openedAt: number;
  readonly database: LiveDatabase;
  /** Name of the file as spelled in the login: the token isn't valid with another spelling. */
  readonly spelling: string;
  readonly account: LiveAccount;
  readonly peer: string;
  lastUsedAt: number;
  /** Number of running and waiting calls. */
  busy: number;
  closed: boolean;
  /** End of the last call, after which the next one starts. */
  tail: Promise<unknown>;
  /** Values of global fields that were set in this session, by `Table::cellKey`. */
  readonly globals: Map<string, Cell>;
  /** Cookie that container downloads require. */
  readonly streamCookie: string;
  /** Secret for the addresses of this session's container files. */
  readonly streamSecret: string;
  readonly streamKeys: Set<string>;
}

/** Runs a call after the session's earlier ones: a session is a single client. */
export async function inTurn<Result>(session: DataSession, run: () => Promise<Result>): Promise<Result> {
  session.busy += 1;
  const turn = session.tail.then(run);
  session.tail = turn.catch(() => undefined);
  try {
    return await turn;
  } finally {
    session.busy -= 1;
  }
}
