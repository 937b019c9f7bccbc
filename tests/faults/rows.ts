import type { FaultRow } from "./row.ts";
import { agentRows } from "./rows/agent.ts";
import { rowsByBench } from "./rows/by-bench.ts";
import { rowsByTests } from "./rows/by-tests.ts";
import { clockRows } from "./rows/clocks.ts";
import { descriptorRows } from "./rows/descriptors.ts";
import { failingWriteRows } from "./rows/failing-writes.ts";
import { frozenRows } from "./rows/frozen.ts";
import { killedWriteRows } from "./rows/killed-writes.ts";
import { signalRows } from "./rows/signals.ts";
import { slowClientRows } from "./rows/slow-clients.ts";
import { soakRows } from "./rows/soak.ts";
import { storeRows } from "./rows/store.ts";
import { streamRows } from "./rows/streams.ts";

/** All rows. `npm run faults H3` runs those with one id. */
export const rows: readonly FaultRow[] = [
  ...agentRows,
  ...signalRows,
  ...descriptorRows,
  ...clockRows,
  ...frozenRows,
  ...killedWriteRows,
  ...failingWriteRows,
  ...streamRows,
  ...storeRows,
  ...slowClientRows,
  ...rowsByTests,
  ...rowsByBench,
  ...soakRows,
];
