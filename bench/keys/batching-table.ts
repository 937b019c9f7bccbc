import type { Table, Write } from "#shared/ports/table.ts";

/** Returns a table that collects transactions and writes many of them as one, to reduce disk writes. */
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
      // A transaction can contain an item only once.
      if (writes.length + more.length > MOST_WRITES || more.some((each) => items.has(itemOf(each)))) await write();
      writes.push(...more);
    },
  };
  return { batching, write };
}

/** Maximum number of writes per transaction of the port. */
const MOST_WRITES = 100;

function itemOf(write: Write): string {
  const key =
    "put" in write ? write.put : "update" in write ? write.update : "delete" in write ? write.delete : write.check;
  return `${key.pk}\0${key.sk}`;
}
