import { afterAll, expect } from "vitest";
import { eventStore } from "#shared/events/store.ts";
import type { Table } from "#shared/ports/table.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies(
  "processes:events:stream",
  "events that arrive while a client's events are read push none of them out",
  async () => {
    const { table } = service.openStores(service.clock);
    const store = eventStore(table);
    const position = await store.last();
    await store.add(["file:a", "file:b"], service.clock.now());
    let later = ["file:c", "file:d"];
    const busy: Table = {
      ...table,
      query: async (query) => {
        const added = later;
        later = [];
        if (added.length > 0) await store.add(added, service.clock.now());
        return table.query(query);
      },
    };
    const { events, isComplete } = await eventStore(busy).since(position, 100);
    expect(events.map(({ object }) => object)).toEqual(["file:a", "file:b", "file:c", "file:d"]);
    expect(isComplete).toBe(true);
  },
);
