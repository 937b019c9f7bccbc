import { join } from "node:path";
import * as z from "zod";
import { keepPrivately, readPrivately } from "../disk/private-file.ts";

/** Identity of this agent: written at enrollment, read at every start. */
const Identity = z.object({
  id: z.uuid(),
  linkAddress: z.url(),
  servicePublicKey: z.string(),
  privateKey: z.string(),
});
export type Identity = z.infer<typeof Identity>;

const remedy = "Enroll this agent again: create a code in the console and run latchkey agent enroll <address>.";

const fileIn = (folder: string) => join(folder, "identity.json");

/** Stores the identity atomically, readable by this account only. */
export function keepIdentity(folder: string, identity: Identity): void {
  keepPrivately(fileIn(folder), identity);
}

/** Returns undefined if no agent was enrolled here yet. @throws Error with a remedy if others can read it, or it is damaged */
export function readIdentity(folder: string): Identity | undefined {
  return readPrivately(fileIn(folder), Identity, remedy);
}
