import type { audit } from "../../../shared/audit/contract.ts";
import type { files } from "../../../shared/files/contract.ts";
import type { keys } from "../../../shared/keys/contract.ts";
import type { sessions } from "../../../shared/sessions/contract.ts";
import type { system } from "../../../shared/system/contract.ts";

type Contracts = typeof audit & typeof files & typeof keys & typeof sessions & typeof system;

/** Every operation that the console may call, by its method and path as the contract spells them. Types alone: no schema is loaded. */
export type ByAddress = {
  readonly [Name in keyof Contracts as `${Contracts[Name]["method"]} ${Contracts[Name]["path"]}`]: Contracts[Name];
};
export type Address = keyof ByAddress;

type InputSchema<A extends Address> = ByAddress[A]["input"];
type OutputSchema<A extends Address> = ByAddress[A]["output"];

export type InputOf<A extends Address> = InputSchema<A>["_zod"]["input"];
export type OutputOf<A extends Address> = OutputSchema<A>["_zod"]["output"];
