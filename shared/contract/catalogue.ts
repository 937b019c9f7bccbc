import { audit } from "../audit/contract.ts";
import { files } from "../files/contract.ts";
import { keys } from "../keys/contract.ts";
import { proxy } from "../proxy/contract.ts";
import { sessions } from "../sessions/contract.ts";
import { system } from "../system/contract.ts";

/** Every resource's operations, by the resource's name. Routes, documentation and clients are read from here. */
export const catalogue = { audit, files, keys, proxy, sessions, system } as const;
