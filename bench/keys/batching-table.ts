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
      if (writes.length + more.length > MOST_WRITES) await write();
      writes.push(...more);
    },
  };
  return { batching, write };
}

/** The port takes no more at once. */
const MOST_WRITES = 100;
