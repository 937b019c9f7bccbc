import { onTestFinished } from "vitest";
import { dataApi } from "#shared/filemaker/data-api.ts";
import { loginThrottle } from "#shared/filemaker/sessions/login-throttle.ts";
import { type SessionPool, sessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { dataApiSessionPolicy } from "#shared/filemaker/sessions/session-server.ts";
import { sessionStore } from "#shared/filemaker/sessions/session-store.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import { systemIds } from "#shared/node/ids.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import { type NativeSessions, nativeSessions } from "#shared/proxy/native-sessions/native-sessions.ts";
import { openVault } from "../../../../local-runtime/secrets/vault.ts";
import { openTable } from "../../../../local-runtime/storage/table/table.ts";
import { type FmServer, startServer } from "../../../../sandbox/fmserver/server.ts";
import { flowingClock } from "../../../support/clocks/flowing-clock.ts";
import { type TurnableClock, turnableClock } from "../../../support/clocks/turnable-clock.ts";
import { scratchFolder } from "../../../support/scratch-folder.ts";
import { type WatchedTable, watchedTable } from "../../../support/tables/watched-table.ts";

/** One server, one table, and any number of processes with their own pools. */
export interface PoolWorld {
  readonly clock: Pick<TurnableClock, "now" | "sleep" | "turn">;
  readonly server: FmServer;
  readonly table: WatchedTable;
  /** Returns the pools of a new process whose clock is ahead of the others by `aheadMs`. */
  process(aheadMs?: number): SessionPool;
  /** Returns the logins through the proxy, as this process stores them. */
  logins(sessions: SessionPool): NativeSessions;
  /** Failures in the background. */
  readonly failures: readonly unknown[];
}

export const contacts = { credentialId: "one", database: "Contacts.fmp12", folded: "contacts" };
export const account = async () => ({ user: "api", pass: "demo-pass" });

/**
 * Creates everything of the product around the pools except the proxy; the server is the sandbox. Time flows automatically for processes
 * that wait for each other, unless it is `still` between turns. `decorate` wraps the table that the processes use.
 */
export async function poolWorld(
  time: "flowing" | "still" = "flowing",
  decorate: (table: Table, clock: Clock) => Table = (table) => table,
): Promise<PoolWorld> {
  const startMs = Date.UTC(2026, 10, 20, 9);
  const clock = time === "still" ? turnableClock(startMs) : flowingClock(startMs);
  const server = await startServer({ clock });
  const ids = systemIds(clock);
  const local = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
  const table = watchedTable(decorate(local, clock));
  const sealing = openVault({ file: `${scratchFolder()}/master.key`, createIfMissing: true, clock, ids });
  const vault = withFingerprints({ storeWaitMs: 2_000, vault: sealing, table: local, clock, ids });
  const outbound = undiciOutbound({ origin: server.origin });
  const failures: unknown[] = [];
  const log = { info() {}, error: (line: unknown) => void failures.push(line), flush: async () => {} };
  onTestFinished(async () => {
    await server.close();
    await outbound.close();
    local.close();
  });
  const shared = { clock, ids };
  const store = sessionStore(table, vault, server.origin);
  const dataApiOfProcess = () => dataApi(outbound, loginThrottle(clock));
  return {
    clock,
    server,
    table,
    failures,
    logins: (sessions) =>
      nativeSessions({
        ...shared,
        server: dataApiOfProcess(),
        table,
        promptTable: table,
        vault,
        sessions,
        purpose: "native session",
        background: backgroundTasks(log),
        outageMs: 0,
      }),
    process: (aheadMs = 0) =>
      sessionPool({
        store,
        promptStore: store,
        ...shared,
        server: dataApiOfProcess(),
        clock: { now: () => clock.now() + aheadMs, sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal) },
        policy: dataApiSessionPolicy,
        background: backgroundTasks(log),
      }),
  };
}
