/** Re-encryption with a new master key. */

export type { RewrapPart } from "./rewrap.ts";
