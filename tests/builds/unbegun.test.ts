import { expect } from "vitest";
import { outboxLook } from "#shared/builds/outbox.ts";
import { buildStore } from "#shared/builds/store.ts";
import { openTable } from "../../local-runtime/storage/table/table.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

verifies(
  "builds:restart:crashed",
  "a build whose process was never stored is crashed, and its id is available",
  async () => {
    const clock = turnableClock(Date.UTC(2026, 10, 20, 9));
    const table = openTable({ file: ":memory:", clock, sweepSeconds: 0 });
    const store = buildStore(table);
    await store.create({
      ...{ schema: 1, id: 1, buildId: "release", processId: 7, startedAt: null },
      ...{ createdAt: clock.now(), updatedAt: clock.now(), status: null, message: null, hasErrors: false },
      ...{ existsInOutbox: false, isZipped: true, zipSize: null, sha256: null, files: [], sealedRequest: "" },
      ...{ startedBy: "admin", scheduleId: null, publishedBy: [], chain: "none", chainResults: [] },
    });
    const look = outboxLook({
      store,
      processes: { get: async () => undefined },
      host: { list: async () => [] },
      clock,
      announce: async () => {},
    });
    await look();
    // Its process may be about to be stored.
    expect(await store.get(1)).toMatchObject({ status: null });
    await clock.turn(61_000);
    await look();
    expect(await store.get(1)).toMatchObject({ status: "crashed", message: expect.stringContaining("Start it again") });
    table.close();
  },
);
