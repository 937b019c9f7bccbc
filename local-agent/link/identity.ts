import { join } from "node:path";
import * as z from "zod";
import { keepPrivately, readPrivately } from "../disk/private-file.ts";

/** Who this agent is: written at enrolment, read at every start. */
const Identity = z.object({
  id: z.uuid(),
  linkAddress: z.url(),
  servicePublicKey: z.string(),
  privateKey: z.string(),
});
export type Identity = z.infer<typeof Identity>;

const remedy = "Enroll this agent again: create a code in the console and run latchkey-agent enrol <address>.";

const fileIn = (folder: string) => join(folder, "identity.json");

/** Keeps the identity for this account alone, whole or not at all. */
export function keepIdentity(folder: string, identity: Identity): void {
  keepPrivately(fileIn(folder), identity);
}

/** Undefined where none was enrolled here yet. @throws Error with a remedy if others may read it, or it is damaged */
export function readIdentity(folder: string): Identity | undefined {
  return readPrivately(fileIn(folder), Identity, remedy);
}
