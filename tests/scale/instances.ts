import { loginThrottle } from "#shared/filemaker/sessions/login-throttle.ts";
import type { CallKind } from "#shared/filemaker/sessions/pooled-session.ts";
import { type SessionPool, sessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { dataApiSessionPolicy, type SessionServer } from "#shared/filemaker/sessions/session-server.ts";
import { sessionStore } from "#shared/filemaker/sessions/session-store.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { openVault } from "../../local-runtime/secrets/vault.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { type WatchedTable, watchedTable } from "../support/tables/watched-table.ts";

/** Lambda instance: a separate session pool over the shared table, for one key. */
export interface Instance {
  /**
   * Makes one proxied call: a session, FileMaker Server's time (default 20 ms), and a second attempt if the session was dead. Returns its
   * duration.
   */
  call(serverMs?: number, kind?: CallKind): Promise<number>;
  pause(milliseconds: number): Promise<void>;
}

/** Instances over one table, and one FileMaker Server that counts logins; time passes in turns. */
export interface Instances {
  readonly logins: number;
  readonly maxLoginsAtOnce: number;
  /** Number of open sessions on the server. */
  readonly sessions: number;
  readonly table: WatchedTable;
  start(count: number): readonly Instance[];
  /** Ends all sessions, like a restart of FileMaker Server. */
  restartServer(): void;
  turn(milliseconds: number): Promise<void>;
  /** Waits for background work, and returns its failures. */
  settle(): Promise<readonly unknown[]>;
}

const callMs = 20;
const loginMs = 80;
const account = async () => ({ user: "api", pass: "demo-pass" });
const file = { credentialId: "one", database: "Contacts.fmp12", folded: "contacts" };

/** Creates instances. `folder` stores the master key. */
export function instances(folder: string): Instances {
  const clock = turnableClock(Date.UTC(2026, 10, 20, 9));
  const ids = countedIds();
  const table = watchedTable(openTable({ file: ":memory:", clock, sweepSeconds: 0 }));
  const vault = openVault({ file: `${folder}/master.key`, createIfMissing: true, clock, ids });
  const failures: unknown[] = [];
  const work = backgroundTasks({ error: (line: unknown) => void failures.push(line) });
  /** Living sessions, and the time until which each is busy: it answers calls one after another, in the order of their arrival. */
  const alive = new Map<string, number>();
  let logins = 0;
  let underWay = 0;
  let maxLoginsAtOnce = 0;

  const server: SessionServer = {
    async login() {
      logins += 1;
      underWay += 1;
      maxLoginsAtOnce = Math.max(maxLoginsAtOnce, underWay);
      const token = `token-${logins}`;
      await clock.sleep(loginMs);
      underWay -= 1;
      alive.set(token, 0);
      return { outcome: "accepted", token };
    },
    async logout(_, token) {
      alive.delete(token);
    },
  };

  return {
    get logins() {
      return logins;
    },
    get sessions() {
      return alive.size;
    },
    get maxLoginsAtOnce() {
      return maxLoginsAtOnce;
    },
    table,
    start: (count) =>
      Array.from({ length: count }, () => {
        const store = sessionStore(table, vault, "https://fms.example.com");
        const throttled = loginThrottle(clock);
        const throttledServer = {
          ...server,
          login: (...login: Parameters<SessionServer["login"]>) => throttled(() => server.login(...login)),
        };
        return instance(
          sessionPool({
            store,
            promptStore: store,
            server: throttledServer,
            policy: { ...dataApiSessionPolicy, isSpread: true },
            clock,
            ids,
            background: work,
          }),
        );
      }),
    restartServer: () => alive.clear(),
    turn: (milliseconds) => clock.turn(milliseconds),
    async settle() {
      await work.settle();
      return failures;
    },
  };

  /** Makes a call in a session, after its earlier calls. A dead session rejects it immediately. */
  async function serve(token: string, serverMs: number): Promise<boolean> {
    const busyUntil = alive.get(token);
    if (busyUntil === undefined) return false;
    const end = Math.max(busyUntil, clock.now()) + serverMs;
    alive.set(token, end);
    await clock.sleep(end - clock.now());
    return alive.has(token);
  }

  function instance(sessions: SessionPool): Instance {
    return {
      pause: (milliseconds) => clock.sleep(milliseconds),
      async call(serverMs = callMs, kind = "short") {
        const since = clock.now();
        const pool = sessions.pool(file, account);
        const use = sessions.take(pool, kind) ?? (await sessions.acquire(pool, kind));
        const isServed = await serve(use.session.token, serverMs);
        if (!isServed) sessions.discard(pool, use.session);
        sessions.release(pool, use);
        if (isServed) return clock.now() - since;
        const second = await sessions.renew(pool, kind);
        if (!(await serve(second.session.token, serverMs))) throw new Error("The second try met a dead session, too.");
        sessions.release(pool, second);
        return clock.now() - since;
      },
    };
  }
}

/**
 * Returns the same values in every run, spread over the range of a byte like random ones: waiting instances then ask at different times.
 */
function countedIds(): Ids {
  let drawn = 0;
  const next = (): number => {
    drawn += 1;
    return drawn;
  };
  return {
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 48.5) % 256),
    uuid: () => `id-${next()}`,
  };
}
