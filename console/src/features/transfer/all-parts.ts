import type { PartName } from "#shared/transfer/contract.ts";
import { transferMessages } from "../../messages/english/installation/transfer.ts";

/** All parts, in the order of their import. */
export const allParts = Object.keys(transferMessages.parts) as readonly PartName[];
