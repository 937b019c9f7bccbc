import * as z from "zod";
import type { TransferParts } from "./compare.ts";
import { transferParts } from "./contract.ts";
import type { AnyTransferPart } from "./part.ts";

const entry = z.never();
const absentPart: AnyTransferPart = {
  entry,
  all: async () => [],
  entryOf: entry.parseAsync,
  identityOf: entry.parse,
  identityOfStored: entry.parse,
  titleOf: entry.parse,
  create: entry.parseAsync,
  replace: entry.parseAsync,
};

/** Parts without their resources: each exports nothing, and refuses the entries of a file. */
export const absentParts = Object.fromEntries(transferParts.map((name) => [name, absentPart])) as TransferParts;
