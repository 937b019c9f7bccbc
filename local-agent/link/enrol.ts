import * as z from "zod";
import { checkWritable } from "../disk/private-file.ts";
import { keepServerKey, newKeyPair } from "../server/server-key.ts";
import { type Identity, keepIdentity } from "./identity.ts";
import { callService, checkAddress } from "./service-call.ts";
import { newKey } from "./signature.ts";

interface Enrolment {
  /** Where the service is, with its prefix: `https://latchkey.example.com/svc`. */
  readonly address: string;
  readonly code: string;
  readonly name: string;
  readonly folder: string;
}

const Enrolled = z.object({
  response: z.object({ id: z.uuid(), linkAddress: z.url(), servicePublicKey: z.string() }),
});

/** Makes its keys, trades the code for a place at the service, and keeps them. The private ones stay here. @throws Error with a sentence for people */
export async function enrol({ address, code, name, folder }: Enrolment): Promise<Identity> {
  checkAddress(address);
  // A code enrols one agent and replaces the one before: do not spend it on an agent that could not keep its keys.
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
