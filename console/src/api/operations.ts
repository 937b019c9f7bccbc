import type { catalogue } from "#shared/contract/catalogue.ts";

/** Operations of all resources by name. */
type Contracts = Merged<(typeof catalogue)[keyof typeof catalogue]>;

/** Intersection of the members of a union. */
type Merged<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** Operations that the console can call, by method and path as in the contract. Types only, so no schema is loaded. */
export type ByAddress = {
  readonly [Name in keyof Contracts as Contracts[Name] extends { readonly answers: "bytes" | "raw" | "mcp" | "relay" }
    ? never
    : `${Contracts[Name]["method"]} ${Contracts[Name]["path"]}`]: Contracts[Name];
};
export type Address = keyof ByAddress;

type InputSchema<A extends Address> = ByAddress[A]["input"];
type OutputSchema<A extends Address> = ByAddress[A]["output"];

export type InputOf<A extends Address> = InputSchema<A>["_zod"]["input"];
export type OutputOf<A extends Address> = OutputSchema<A>["_zod"]["output"];
