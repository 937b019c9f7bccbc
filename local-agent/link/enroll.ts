import * as z from "zod";
import { checkWritable } from "../disk/private-file.ts";
import { keepServerKey, newKeyPair } from "../server/server-key.ts";
import { type Identity, keepIdentity } from "./identity.ts";
import { callService, checkAddress } from "./service-call.ts";
import { newKey } from "./signature.ts";

interface Enrollment {
  /** Address of the service with its prefix: `https://latchkey.example.com/svc`. */
  readonly address: string;
  readonly code: string;
  readonly name: string;
  readonly folder: string;
}

const Enrolled = z.object({
  response: z.object({ id: z.uuid(), linkAddress: z.url(), servicePublicKey: z.string() }),
});

/** Creates keys, enrolls with the code, and stores the keys. Private keys stay here. @throws Error with a sentence for people */
export async function enroll({ address, code, name, folder }: Enrollment): Promise<Identity> {
  checkAddress(address);
  // A code enrolls one agent and replaces the previous one: don't use it for an agent that can't store its keys.
  checkWritable(folder);
  const { privateKey, publicKey } = newKey();
  const serverKey = await newKeyPair(Date.now());
  const asked = { code, name, publicKey, serverKey: serverKey.publicKey };
  const { response } = await callService(address, "agents/enrol", asked, Enrolled);
  const identity = { ...response, privateKey };
  keepServerKey(folder, { current: serverKey });
  keepIdentity(folder, identity);
  return identity;
}
