import type { Scheduler } from "fast-check";
import { ServiceError } from "#shared/contract/errors.ts";
import { dataApi } from "#shared/filemaker/data-api.ts";
import { loginThrottle } from "#shared/filemaker/sessions/login-throttle.ts";
import { type SessionPool, sessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { dataApiSessionPolicy } from "#shared/filemaker/sessions/session-server.ts";
import { sessionStore } from "#shared/filemaker/sessions/session-store.ts";
import { systemIds } from "#shared/node/ids.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Table } from "#shared/ports/table.ts";
import { openVault } from "../../../../local-runtime/secrets/vault.ts";
import { openTable } from "../../../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../../../support/clocks/turnable-clock.ts";
import { type ActedServer, actedServer } from "./acted-server.ts";

/** Event that can occur, in any order and number. */
export type PoolEvent =
  | { readonly kind: "call"; readonly process: number; readonly account: number; readonly file: number }
  | { readonly kind: "kill"; readonly place: number }
  | { readonly kind: "restart" }
  | { readonly kind: "sweep"; readonly process: number }
  | { readonly kind: "logout"; readonly process: number; readonly account: number }
  | { readonly kind: "turn"; readonly milliseconds: number };

/** Observations of a run. */
export interface Seen {
  readonly server: ActedServer;
  /** Violated rules, in words. */
  readonly wrongs: readonly string[];
  readonly answered: number;
  /** Names of errors that callers received. */
  readonly refused: readonly string[];
  /** Maximum number of simultaneously living sessions of one account in one file. */
  readonly maxLiving: number;
  readonly failures: readonly unknown[];
}

export const accounts = ["ann", "bob"] as const;
export const files = ["One.fmp12", "Two.fmp12"] as const;
const processes = 3;

/** Runs the pools of three processes over one table; `scheduler` picks the order of their messages. */
export async function runPools(
  scheduler: Scheduler,
  events: readonly PoolEvent[],
  options: { readonly masterKeyFile: string; readonly maxSessions: number },
): Promise<Seen> {
  const clock = turnableClock();
  const ids = systemIds(clock);
  const server = actedServer((what) => scheduler.schedule(Promise.resolve(), what), options.maxSessions);
  const local = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  const vault = openVault({ file: options.masterKeyFile, createIfMissing: true, clock, ids });
  const [wrongs, refused, failures]: [string[], string[], unknown[]] = [[], [], []];
  const log = { info() {}, error: (line: unknown) => void failures.push(line), flush: async () => {} };
  let [answered, maxLiving] = [0, 0];

  const store = sessionStore(scheduled(local, scheduler), vault, server.outbound.origin);
  const pools = Array.from({ length: processes }, () => ({
    gaveUp: new Set<string>(),
    sessions: sessionPool({
      store,
      promptStore: store,
      server: dataApi(server.outbound, loginThrottle(clock)),
      policy: dataApiSessionPolicy,
      clock,
      ids,
      background: backgroundTasks(log),
    }),
  }));

  const call = async ({ process, account, file }: PoolEvent & { kind: "call" }) => {
    const { sessions, gaveUp } = pools[process] as (typeof pools)[number];
    const [user, database] = [accounts[account] ?? "", files[file] ?? ""];
    const pool = sessions.pool({ credentialId: user, database, folded: database.toLowerCase() }, async () => ({
      user,
      pass: "x",
    }));
    let use = sessions.take(pool) ?? (await sessions.acquire(pool));
    for (let renewed = false; ; renewed = true) {
      const { token } = use.session;
      if (gaveUp.has(token)) wrongs.push(`${token} serves a call after process ${process} gave it up`);
      const owner = server.sessions.get(token);
      if (owner?.account !== user || owner.database !== database) wrongs.push(`${token} serves ${user} in ${database}`);
      maxLiving = Math.max(maxLiving, server.living(user, database));
      const outcome = await server.call(token);
      if (outcome === "dead") {
        gaveUp.add(token);
        sessions.discard(pool, use.session);
      }
      sessions.release(pool, use);
      if (outcome === "answered") {
        answered += 1;
        return;
      }
      if (renewed) throw new ServiceError("token_refresh_failed");
      use = await sessions.renew(pool);
    }
  };

  const happen = async (event: PoolEvent): Promise<unknown> => {
    const { sessions } = pools["process" in event ? event.process : 0] as { readonly sessions: SessionPool };
    if (event.kind === "call") return call(event);
    if (event.kind === "kill") return server.kill(event.place);
    if (event.kind === "restart") return server.restart();
    if (event.kind === "sweep") return sessions.sweep();
    if (event.kind === "logout") return sessions.logout(accounts[event.account] ?? "");
    return clock.turn(event.milliseconds);
  };

  let open = 0;
  for (const event of events) {
    open += 1;
    void scheduler
      .schedule(Promise.resolve(), event.kind)
      .then(() => happen(event))
      .catch((thrown: unknown) => refused.push(thrown instanceof ServiceError ? thrown.error : String(thrown)))
      .finally(() => {
        open -= 1;
      });
  }
  // All sleepers wait for the others: time passes when nothing else can happen.
  while (open > 0 || scheduler.count() > 0) {
    if (scheduler.count() > 0) await scheduler.waitOne();
    else if (clock.sleepers > 0) await clock.turn(150);
    await new Promise(setImmediate);
  }
  local.close();
  return { server, wrongs, answered, refused, maxLiving, failures };
}

/** Returns a table whose calls and answers are delayed, in an order that `scheduler` picks. */
function scheduled(table: Table, scheduler: Scheduler): Table {
  const slow =
    <A extends readonly unknown[], R>(what: string, ask: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await scheduler.schedule(Promise.resolve(), `${what} arrives`);
      const answer = ask(...given);
      await Promise.allSettled([answer]);
      await scheduler.schedule(Promise.resolve(), `${what} is answered`);
      return answer;
    };
  return {
    get: slow("get", table.get),
    query: slow("query", table.query),
    put: slow("put", table.put),
    update: slow("update", table.update),
    delete: slow("delete", table.delete),
    transact: slow("transact", table.transact),
  };
}
