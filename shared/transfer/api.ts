/** Parts of a transfer, which resources provide. */

export type { TransferPart } from "./part.ts";
