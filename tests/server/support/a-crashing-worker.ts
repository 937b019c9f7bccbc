import { join } from "node:path";
import { answerOf } from "#shared/filemaker/answer.ts";
import type { AdminCalls } from "#shared/filemaker/commands/admin-calls.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { withFingerprints } from "#shared/fingerprints/fingerprints.ts";
import type { JobKind } from "#shared/jobs/job-kind.ts";
import { systemIds } from "#shared/node/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { ProcessRecord } from "#shared/processes/record.ts";
import { sealSecrets } from "#shared/server/sealed-secrets.ts";
import { openVault } from "../../../local-runtime/secrets/vault.ts";
import { openQueue } from "../../../local-runtime/storage/queue/queue.ts";
import { openTable } from "../../../local-runtime/storage/table/table.ts";
import type { FmServer } from "../../../sandbox/fmserver/server.ts";
import { aJobWorker, crashingStores } from "../../jobs/support/a-job-worker.ts";
import type { FlowingClock } from "../../support/clocks/flowing-clock.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

/** Time of a worker's death: after a write to its stores, or after a FileMaker Server call whose answer it doesn't receive. */
export interface Crash {
  readonly of: "write" | "call";
  readonly number: number;
}

interface WorkerOptions {
  readonly server: FmServer;
  readonly clock: FlowingClock;
  readonly death: Crash;
  readonly kind: (parts: {
    readonly call: AdminCalls;
    readonly vault: Vault;
    readonly process: (id: number) => Promise<ProcessRecord | undefined>;
  }) => JobKind;
  readonly input: object;
  readonly secrets: Parameters<typeof sealSecrets>[1];
}

/**
 * Runs work that is started by a worker that dies at some point, and continued by the next worker. Returns whether the first one survived,
 * and the state of the process.
 */
export async function throughCrash({ server, clock, death, kind, input, secrets }: WorkerOptions) {
  const table = openTable({ file: ":memory:", clock });
  const queue = openQueue({ file: ":memory:", clock });
  const ids = systemIds(clock);
  const sealing = openVault({ file: join(scratchFolder(), "master.keys"), createIfMissing: true, clock, ids });
  const vault = withFingerprints({ storeWaitMs: 2_000, vault: sealing, table, clock, ids });
  const outbound = undiciOutbound({ origin: server.origin });
  const call: AdminCalls = async (credential, { method, path, body }) =>
    answerOf(
      await outbound.request({
        method,
        path: `/fmi/admin/api/v2${path}`,
        timeoutMs: 30_000,
        headers: {
          "Content-Type": "application/json",
          Authorization: `Bearer ${"token" in credential ? credential.token : ""}`,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );

  const first = crashingStores(table, queue, "after", death.of === "write" ? death.number : Number.POSITIVE_INFINITY);
  const callCrash = Promise.withResolvers<void>();
  let isCrashed = false;
  void first.death.then(() => {
    isCrashed = true;
  });
  let calls = 0;
  const forEver = (): Promise<never> => {
    isCrashed = true;
    callCrash.resolve();
    return new Promise(() => undefined);
  };
  const crashingCall: AdminCalls = async (credential, request) => {
    calls += 1;
    const isLast = death.of === "call" && calls === death.number;
    if (isCrashed) return forEver();
    const answer = await call(credential, request);
    return isCrashed || isLast ? forEver() : answer;
  };

  const workerOf = (stores: Pick<typeof first, "table" | "queue">, through: AdminCalls) => {
    const process = { get: (_id: number): Promise<ProcessRecord | undefined> => Promise.resolve(undefined) };
    const work = kind({ call: through, vault, process: (id) => process.get(id) });
    const worker = aJobWorker(stores.table, stores.queue, clock, [work]);
    process.get = (id) => worker.store.get(id);
    return { ...worker, plan: work.plan };
  };

  /** Wraps stores so that a dead worker neither reads nor writes. */
  const gone = <Stores extends object>(stores: Stores): Stores =>
    Object.fromEntries(
      Object.entries(stores).map(([name, member]) => [
        name,
        typeof member === "function" ? (...rest: unknown[]) => (isCrashed ? forEver() : member(...rest)) : member,
      ]),
    ) as Stores;
  const worker = workerOf({ table: gone(first.table), queue: gone(first.queue) }, crashingCall);
  const sealed = await sealSecrets({ vault, ids }, secrets);
  const whole = (async () => {
    await worker.accept({ plan: worker.plan, input: { ...input, ...sealed }, startedBy: "account:admin" });
    await worker.work();
    return true;
  })();
  const survived = await Promise.race([whole, first.death.then(() => false), callCrash.promise.then(() => false)]);

  const second = workerOf({ table, queue }, call);
  for (let round = 0; round < 14; round += 1) {
    await clock.turn(30_000);
    await second.sweep();
    await second.work();
  }
  const { records } = await second.store.page({ cursor: undefined, limit: 10 });
  const isAllFinal = (await second.store.openIds()).length === 0;
  await outbound.close();
  return { survived, isAllFinal, record: records[0] };
}
