import * as z from "zod";
import { checkWritable } from "../disk/private-file.ts";
import { keepServerKey, newKeyPair } from "../server/server-key.ts";
import { type Identity, keepIdentity } from "./identity.ts";
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

/** Makes its keys, trades the code for a place at the service, and keeps them. The private ones stay here. @throws Error with a sentence for people */
export async function enrol({ address, code, name, folder }: Enrolment): Promise<Identity> {
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ""))
    throw new Error("The service's address must begin with https://, such as https://latchkey.example.com/svc");
  // A code enrols one agent and replaces the one before: do not spend it on an agent that could not keep its keys.
  checkWritable(folder);
  const { privateKey, publicKey } = newKey();
  const serverKey = await newKeyPair(Date.now());
  const answer = await fetch(`${address.replace(/\/$/, "")}/api/agents/enrol`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, name, publicKey, serverKey: serverKey.publicKey }),
    redirect: "error",
  }).catch((cause: unknown) => {
    throw new Error(`${new URL(address).origin} is not reached: ${reasonOf(cause)}`, { cause });
  });
  const body: unknown = await answer.json().catch(() => undefined); // Not the service; refused below.
  const enrolled = Enrolled.safeParse(body);
  if (!answer.ok || !enrolled.success) {
    const refused = Refused.safeParse(body);
    if (refused.success && answer.status !== 404) throw new Error(refused.data.messages[0].text);
    throw new Error(`${address} is no Latchkey service (HTTP ${answer.status}): its address ends in /svc`);
  }
  const identity = { ...enrolled.data.response, privateKey };
  keepServerKey(folder, { current: serverKey });
  keepIdentity(folder, identity);
  return identity;
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  return thrown.cause instanceof Error ? thrown.cause.message : thrown.message;
}
