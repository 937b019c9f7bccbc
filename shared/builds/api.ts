/** Builds on the database host, and the calls at the end of one. */

export type { CallChain } from "./call-chain.ts";
export type { HostBuilds } from "./host-builds.ts";
export type { PushLinks } from "./push/push-links.ts";
