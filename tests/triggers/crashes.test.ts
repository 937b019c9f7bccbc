import { expect } from "vitest";
import { systemIds } from "#shared/node/ids.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Table } from "#shared/ports/table.ts";
import { definitions } from "#shared/triggers/definitions.ts";
import type { ServerTrigger, ServerTriggers } from "#shared/triggers/server-triggers.ts";
import { triggerService } from "#shared/triggers/service.ts";
import { settling } from "#shared/triggers/settle.ts";
import { triggerStore } from "#shared/triggers/store.ts";
import { targets } from "#shared/triggers/targets.ts";
import { openQueue } from "../../local-runtime/storage/queue/queue.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { crashingStores } from "../jobs/support/a-job-worker.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

/** Returns a FileMaker Server's storage for one file's triggers. */
function aServer() {
  const kept = new Map<number, ServerTrigger>();
  const server: ServerTriggers = {
    list: async () => ({ status: "ACTIVE", webhooks: [...kept.values()] }),
    tables: async () => ["Contacts"],
    async add({ maxFailedAttempts: _, ...wanted }) {
      let webhookID = 1;
      while (kept.has(webhookID)) webhookID += 1; // Numbers are reused.
      kept.set(webhookID, { ...wanted, webhookID, endpointHeaders: null, pendingOperations: [] });
      return webhookID;
    },
    delete: async (id) => void kept.delete(id),
    invoke: async () => undefined,
  };
  return { server, kept };
}

/** Returns one process with the triggers resource. */
function aProcess(table: Table, clock: Clock, server: ServerTriggers) {
  const store = triggerStore(table);
  const ids = systemIds(clock);
  const vault = { seal: async (text: string) => text, open: async (text: string) => text };
  const keyCache = { findId: async () => undefined };
  const checkAddress = async () => undefined;
  const known = definitions({ vault, keyCache, checkAddress, relayUrl: (id) => `http://127.0.0.1/${id}` });
  const serverOf = () => server;
  const log = { error: () => undefined };
  const listeners = { announce: async () => undefined, refused: async () => undefined };
  const settler = settling({ store, definitions: known, serverOf, clock, log, ...listeners });
  const service = triggerService({
    ...{ store, definitions: known, settling: settler, serverOf, vault, clock, ids },
    targets: targets({ vault, ids, nextTargetId: store.nextTargetId, hasSchedule: async () => true }),
    keyForFile: async () => ({ keyId: 1, database: "Contacts.fmp12" }),
    checkAddress,
  });
  return { service, settler, store };
}

const caller = { kind: "admin-token", credential: { token: "" } } as const;
const call = { requestId: "", caller, client: { address: "", limits: undefined } } as const;
const watched = { tableName: "Contacts", select: "", filter: "", notifySchemaChanges: false, maxFailedAttempts: 0 };

/** Returns the state of a trigger after a process that ended at some write, and another process that continued. */
async function aftermath(side: "before" | "after", number: number) {
  const clock = turnableClock();
  const table = openTable({ file: ":memory:", clock });
  const { server, kept } = aServer();
  const first = crashingStores(table, openQueue({ file: ":memory:", clock }), side, number);
  const { service } = aProcess(first.table, clock, server);
  const reached: string[] = [];
  const whole = (async () => {
    const account = { user: "a", pass: "b" };
    const destination = {
      kind: "relay",
      targets: [{ kind: "url", url: "https://a.example.com", isEnabled: true }],
    } as const;
    const given = {
      label: "x",
      filename: "Contacts",
      account,
      destination: { ...destination, targets: [...destination.targets] },
    };
    const { trigger } = await service.createTrigger({ ...given, ...watched }, call);
    reached.push("created");
    await service.updateTrigger({ id: trigger.id, select: "city", dropsPending: false }, call);
    reached.push("changed");
    await service.deleteTrigger({ id: trigger.id, force: false }, call);
    reached.push("deleted");
  })();
  const survived = await Promise.race([whole.then(() => true), first.death.then(() => false)]);
  const second = aProcess(table, clock, server);
  await second.settler.sweep();
  return {
    survived,
    reached,
    kept: [...kept.values()],
    records: await second.store.all(),
    open: await second.store.open(),
  };
}

verifies("triggers:change:crash", async () => {
  for (const side of ["before", "after"] as const)
    for (let number = 1; ; number += 1) {
      const { survived, reached, kept, records, open } = await aftermath(side, number);
      const place = `${side} write ${number}`;
      expect(open, place).toEqual([]);
      // The server has exactly the triggers stored here, once each.
      expect(
        kept.map(({ webhookID, select }) => [webhookID, select]),
        place,
      ).toEqual(records.map(({ serverId, current }) => [serverId, current?.select]));
      if (reached.includes("created") && records.length === 0) expect(reached, place).toContain("changed");
      if (reached.at(-1) === "changed") expect(records[0]?.current?.select ?? "city", place).toBe("city");
      if (!survived) continue;
      expect(number).toBeGreaterThan(8);
      expect(reached).toEqual(["created", "changed", "deleted"]);
      expect(records).toEqual([]);
      break;
    }
});
