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

const fileIn = (folder: string) => join(folder, "identity.json");

/** Keeps the identity for this account alone, whole or not at all. */
export function keepIdentity(folder: string, identity: Identity): void {
  keepPrivately(fileIn(folder), identity);
}

/** Undefined where none was enrolled here yet. @throws where others may read it */
export function readIdentity(folder: string): Identity | undefined {
  return Identity.optional().parse(readPrivately(fileIn(folder)));
}
