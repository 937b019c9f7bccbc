import type { LiveRow } from "../row.ts";
import { ran } from "../support/programs.ts";

/** Default duration; `npm run soak -- --minutes 60` runs longer. */
const minutes = 3;

export const soakRows: readonly LiveRow[] = [
  {
    id: "X1",
    waits: true,
    sentence: `${minutes} minutes of requests in all areas with random faults: all oracles hold`,
    async run(fault) {
      await ran(fault, ["tests/faults/soak.ts", "--minutes", `${minutes}`, "--seed", `${fault.seed}`]);
    },
  },
];
