import type { FaultRow } from "../row.ts";

export const signalRows: readonly FaultRow[] = [];
