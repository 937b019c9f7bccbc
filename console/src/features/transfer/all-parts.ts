import type { PartName } from "#shared/transfer/contract.ts";
import { transferMessages } from "../../messages/installation/transfer.ts";

/** Every part, in the order in which they are taken over. */
export const allParts = Object.keys(transferMessages.parts) as readonly PartName[];
