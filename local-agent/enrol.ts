import * as z from "zod";
import { type Identity, keepIdentity } from "./identity.ts";
import { keepServerKey, newKeyPair } from "./server/server-key.ts";
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
const Refused = z.object({ messages: z.tuple([z.object({ text: z.string() })], z.unknown()) });

/** Makes its keys, trades the code for a place at the service, and keeps them. The private ones stay here. */
export async function enrol({ address, code, name, folder }: Enrolment): Promise<Identity> {
  const { privateKey, publicKey } = newKey();
  const serverKey = await newKeyPair(Date.now());
  const answer = await fetch(`${address.replace(/\/$/, "")}/api/agents/enrol`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, name, publicKey, serverKey: serverKey.publicKey }),
    redirect: "error",
  });
  const body: unknown = await answer.json().catch(() => undefined); // Not the service; told below.
  const enrolled = Enrolled.safeParse(body);
  if (!answer.ok || !enrolled.success) {
    const refused = Refused.safeParse(body);
    throw new Error(refused.success ? refused.data.messages[0].text : `HTTP ${answer.status} from ${address}`);
  }
  const identity = { ...enrolled.data.response, privateKey };
  keepServerKey(folder, { current: serverKey });
  keepIdentity(folder, identity);
  return identity;
}
