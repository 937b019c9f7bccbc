import { keys } from "../keys/contract.ts";
import { proxy } from "../proxy/contract.ts";
import { system } from "../system/contract.ts";

/** Every resource's operations, by the resource's name. Routes, documentation and clients are read from here. */
export const catalogue = { keys, proxy, system } as const;
