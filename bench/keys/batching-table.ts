import type { Table, Write } from "#shared/ports/table.ts";

/** A table that keeps transactions back and writes many of them as one, which spares the disk. */
export function batchingTable(table: Table): { readonly batching: Table; write(): Promise<void> } {
  let writes: Write[] = [];

  async function write(): Promise<void> {
    const gathered = writes;
    writes = [];
    if (gathered.length > 0) await table.transact(gathered);
  }

  const batching: Table = {
    ...table,
    async transact(more) {
      const items = new Set(writes.map(itemOf));
      // An item stands in a transaction once.
      if (writes.length + more.length > MOST_WRITES || more.some((each) => items.has(itemOf(each)))) await write();
      writes.push(...more);
    },
  };
  return { batching, write };
}

/** The port takes no more at once. */
const MOST_WRITES = 100;

function itemOf(write: Write): string {
  const key =
    "put" in write ? write.put : "update" in write ? write.update : "delete" in write ? write.delete : write.check;
  return `${key.pk}\0${key.sk}`;
}
