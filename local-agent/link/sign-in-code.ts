import { randomUUID } from "node:crypto";
import * as z from "zod";
import { frameText } from "#shared/agent/protocol/frame.ts";
import type { Identity } from "./identity.ts";
import { callService } from "./service-call.ts";
import { keyIn, signedMessage } from "./signature.ts";

const Made = z.object({ response: z.object({ code: z.string(), expiresAt: z.string() }) });

type Signer = Pick<Identity, "id" | "privateKey">;

/** Requests a code from the service with which a person on this host signs in. @throws Error with a sentence for people */
export async function signInCode(address: string, signer: Signer, now: number) {
  const { response } = await callService(address, "agents/sign-in-code", { proof: signInProof(signer, now) }, Made);
  return response;
}

/** Returns the agent's signature for the request, which is valid once and for two minutes. */
export function signInProof({ id, privateKey }: Signer, now: number): string {
  const head = { agent: id, link: randomUUID(), sequence: 1, at: now };
  const frame = signedMessage(keyIn(privateKey), head, { type: "sign-in-code" });
  return Buffer.from(frameText(frame)).toString("base64url");
}
