import { randomUUID } from "node:crypto";
import * as z from "zod";
import { frameText } from "#shared/agent/protocol/frame.ts";
import type { Identity } from "./identity.ts";
import { callService } from "./service-call.ts";
import { keyIn, signedMessage } from "./signature.ts";

const Made = z.object({ response: z.object({ code: z.string(), expiresAt: z.string() }) });

/** Asks the service at an address for a code with which a person on this host signs in. The agent's key is the proof. @throws Error with a sentence for people */
export async function signInCode(
  address: string,
  { id, privateKey }: Pick<Identity, "id" | "privateKey">,
  now: number,
) {
  const head = { agent: id, link: randomUUID(), sequence: 1, at: now };
  const frame = signedMessage(keyIn(privateKey), head, { type: "sign-in-code" });
  const proof = Buffer.from(frameText(frame)).toString("base64url");
  const { response } = await callService(address, "agents/sign-in-code", { proof }, Made);
  return response;
}
