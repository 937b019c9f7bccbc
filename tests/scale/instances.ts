import { loginThrottle } from "#shared/filemaker/sessions/login-throttle.ts";
import { type SessionPool, sessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { dataApiSessionPolicy, type SessionServer } from "#shared/filemaker/sessions/session-server.ts";
import { sessionStore } from "#shared/filemaker/sessions/session-store.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { openVault } from "../../local-runtime/secrets/vault.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { type WatchedTable, watchedTable } from "../support/tables/watched-table.ts";

/** A Lambda instance: a session pool of its own over the table that all share, behind one key. */
export interface Instance {
  /** One proxied call: a session, 20 ms of FileMaker Server's time, and a second try where the session was dead. */
  call(): Promise<void>;
}

/** Instances over one table and one FileMaker Server that counts logins; time passes in turns. */
export interface Instances {
  readonly logins: number;
  readonly mostLoginsAtOnce: number;
  readonly table: WatchedTable;
  start(count: number): readonly Instance[];
  /** Ends every session, as a restart of FileMaker Server does. */
  restartServer(): void;
  turn(milliseconds: number): Promise<void>;
  /** Work that answers did not wait for, and its failures. */
  settle(): Promise<readonly unknown[]>;
}

const callMs = 20;
const loginMs = 80;
const account = async () => ({ user: "api", pass: "demo-pass" });
const file = { credentialId: "one", database: "Contacts.fmp12", folded: "contacts" };

/** `folder` takes the master key. */
export function instances(folder: string): Instances {
  const clock = turnableClock(Date.UTC(2026, 10, 20, 9));
  const ids = countedIds();
  const table = watchedTable(openTable({ file: ":memory:", clock, sweepSeconds: 0 }));
  const vault = openVault({ file: `${folder}/master.key`, createIfMissing: true, clock, ids });
  const failures: unknown[] = [];
  const work = backgroundTasks({ error: (line: unknown) => void failures.push(line) });
  const alive = new Set<string>();
  let logins = 0;
  let underWay = 0;
  let mostLoginsAtOnce = 0;

  const server: SessionServer = {
    async login() {
      logins += 1;
      underWay += 1;
      mostLoginsAtOnce = Math.max(mostLoginsAtOnce, underWay);
      const token = `token-${logins}`;
      await clock.sleep(loginMs);
      underWay -= 1;
      alive.add(token);
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
    get mostLoginsAtOnce() {
      return mostLoginsAtOnce;
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
          sessionPool({ store, server: throttledServer, policy: dataApiSessionPolicy, clock, ids, background: work }),
        );
      }),
    restartServer: () => alive.clear(),
    turn: (milliseconds) => clock.turn(milliseconds),
    async settle() {
      await work.settle();
      return failures;
    },
  };

  function instance(sessions: SessionPool): Instance {
    return {
      async call() {
        const pool = sessions.pool(file, account);
        const use = sessions.take(pool) ?? (await sessions.acquire(pool));
        await clock.sleep(callMs);
        sessions.release(pool, use);
        if (alive.has(use.session.token)) return;
        sessions.discard(pool, use.session);
        const second = await sessions.renew(pool);
        await clock.sleep(callMs);
        sessions.release(pool, second);
        if (!alive.has(second.session.token)) throw new Error("The second try met a dead session, too.");
      },
    };
  }
}

/** The same values in every run, spread over the range of a byte as random ones are: waiting instances ask at different moments. */
function countedIds(): Ids {
  let drawn = 0;
  const next = (): number => {
    drawn += 1;
    return drawn;
  };
  return {
    bytes: (length) => Uint8Array.from({ length }, () => (next() * 97) % 256),
    uuid: () => `id-${next()}`,
  };
}
