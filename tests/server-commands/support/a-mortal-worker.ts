import { join } from "node:path";
import { openQueue } from "../../../local-runtime/queue.ts";
import { openTable } from "../../../local-runtime/table.ts";
import { openVault } from "../../../local-runtime/vault.ts";
import type { FmServer } from "../../../sandbox/fmserver/server.ts";
import type { AdminCalls } from "../../../shared/filemaker/admin-calls.ts";
import { answerOf } from "../../../shared/filemaker/fault.ts";
import { undiciOutbound } from "../../../shared/filemaker/outbound.ts";
import type { JobKind } from "../../../shared/jobs/kind.ts";
import { systemIds } from "../../../shared/node/ids.ts";
import type { Vault } from "../../../shared/ports/vault.ts";
import type { ProcessRecord } from "../../../shared/processes/record.ts";
import { sealedWork } from "../../../shared/server/sealed-work.ts";
import { aLife, mortal } from "../../jobs/support/a-life.ts";
import type { FlowingClock } from "../../support/flowing-clock.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";

/** When a worker dies: after a write into its stores, or after a call of FileMaker Server that it does not hear the answer of. */
export interface Death {
  readonly of: "write" | "call";
  readonly number: number;
}

interface WorkerOptions {
  readonly server: FmServer;
  readonly clock: FlowingClock;
  readonly death: Death;
  readonly kind: (parts: {
    readonly call: AdminCalls;
    readonly vault: Vault;
    readonly process: (id: number) => Promise<ProcessRecord | undefined>;
  }) => JobKind;
  readonly input: object;
  readonly secrets: Parameters<typeof sealedWork>[1];
}

/** Work that was begun by a worker who dies at some point, and seen to by the next. Answers whether the first one lived, and how the process stands. */
export async function throughDeath({ server, clock, death, kind, input, secrets }: WorkerOptions) {
  const table = openTable({ file: ":memory:", clock });
  const queue = openQueue({ file: ":memory:", clock });
  const ids = systemIds(clock);
  const vault = openVault({ file: join(scratchFolder(), "master.keys"), createIfMissing: true, clock, ids });
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

  const first = mortal(table, queue, "after", death.of === "write" ? death.number : Number.POSITIVE_INFINITY);
  const callDeath = Promise.withResolvers<void>();
  let isDead = false;
  void first.death.then(() => {
    isDead = true;
  });
  let calls = 0;
  const forEver = (): Promise<never> => {
    isDead = true;
    callDeath.resolve();
    return new Promise(() => undefined);
  };
  const mortalCall: AdminCalls = async (credential, request) => {
    calls += 1;
    const isLast = death.of === "call" && calls === death.number;
    if (isDead) return forEver();
    const answer = await call(credential, request);
    return isDead || isLast ? forEver() : answer;
  };

  const lifeOf = (stores: Pick<typeof first, "table" | "queue">, through: AdminCalls) => {
    const process = { get: (_id: number): Promise<ProcessRecord | undefined> => Promise.resolve(undefined) };
    const work = kind({ call: through, vault, process: (id) => process.get(id) });
    const life = aLife(stores.table, stores.queue, clock, [work]);
    process.get = (id) => life.store.get(id);
    return { ...life, plan: work.plan };
  };

  /** The dead neither read nor write. */
  const gone = <Stores extends object>(stores: Stores): Stores =>
    Object.fromEntries(
      Object.entries(stores).map(([name, member]) => [
        name,
        typeof member === "function" ? (...rest: unknown[]) => (isDead ? forEver() : member(...rest)) : member,
      ]),
    ) as Stores;
  const life = lifeOf({ table: gone(first.table), queue: gone(first.queue) }, mortalCall);
  const sealed = await sealedWork({ vault, ids }, secrets);
  const whole = (async () => {
    await life.accept({ plan: life.plan, input: { ...input, ...sealed }, startedBy: "account:admin" });
    await life.work();
    return true;
  })();
  const survived = await Promise.race([whole, first.death.then(() => false), callDeath.promise.then(() => false)]);

  const second = lifeOf({ table, queue }, call);
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
