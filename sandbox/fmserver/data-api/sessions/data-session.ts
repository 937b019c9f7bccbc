import type { LiveAccount, LiveDatabase } from "../../world/live/live-database.ts";
import type { Cell } from "../../world/values/cell.ts";

/** One FileMaker client that lives behind a token. */
export interface DataSession {
  readonly token: string;
  /** The number it has among all clients of the server. */
  readonly clientId: string;
  readonly openedAt: number;
  readonly database: LiveDatabase;
  /** The file's name as the login spelled it: a token is not valid under another spelling. */
  readonly spelling: string;
  readonly account: LiveAccount;
  readonly peer: string;
  lastUsedAt: number;
  /** Calls under way or waiting. */
  busy: number;
  closed: boolean;
  /** The last call's end; the next one starts behind it. */
  tail: Promise<unknown>;
  /** Values of global fields set in this session, by `Table::cellKey`. */
  readonly globals: Map<string, Cell>;
  /** The cookie that container downloads ask for. */
  readonly streamCookie: string;
  /** Makes the addresses of this session's container files. */
  readonly streamSecret: string;
  readonly streamKeys: Set<string>;
}

/** Runs a call when the session's earlier ones are done: one session is one client. */
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
