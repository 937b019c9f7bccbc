import type { RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { certificateRefusal, withCertificate } from "#shared/filemaker/certificate-refusal.ts";
import { certificateOf, certificateProbe, handshake } from "#shared/filemaker/wire/certificate-probe.ts";
import { request as httpRequest } from "#shared/node/node-http.ts";
import { otherThanPinned, RefusedCertificate } from "#shared/ports/certificate-probe.ts";
import { systemClock } from "../clock.ts";
import { Refused } from "../refused.ts";

/** Envelope of an Admin API response. */
export interface AdminAnswer {
  readonly code: string;
  readonly text: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** Calls the Admin API on this host. @throws Refused if nothing answers */
export type AdminCall = (method: string, path: string, authorization: string, body?: unknown) => Promise<AdminAnswer>;

const base = "/fmi/admin/api/v2";
const callMs = 10_000;

/** `pin`: fingerprint of the only certificate to accept. */
export function adminCalls(origin: string, stopping?: AbortSignal, pin?: string): AdminCall {
  const servername = new URL(origin).hostname;
  const probe = certificateProbe({ origin, servername, now: () => systemClock.now() });
  return async (method, path, authorization, body) => {
    const late = AbortSignal.timeout(callMs);
    const signal = stopping === undefined ? late : AbortSignal.any([stopping, late]);
    const sent = body === undefined ? "" : JSON.stringify(body);
    // Node doesn't frame the body of a DELETE without its length.
    const length = { "Content-Length": Buffer.byteLength(sent) };
    const headers = { Authorization: authorization, "Content-Type": "application/json", ...length };
    try {
      const connection = pin === undefined || !origin.startsWith("https:") ? {} : await pinned(origin, pin);
      const options = { method, headers, signal, ...connection };
      return Answer.parse(JSON.parse(await answered(new URL(origin + base + path), options, sent)));
    } catch (thrown) {
      const cause = thrown instanceof Error ? await withCertificate(thrown, probe) : thrown;
      const reason = certificateRefusal(cause) ?? reasonOf(cause);
      throw new Refused("failed", `FileMaker Server's Admin API does not respond at ${origin}: ${reason}`, { cause });
    }
  };
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed",
  ENOTFOUND: "the name is unknown",
  EAI_AGAIN: "the name couldn't be looked up",
};

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown";
  if (cause.name === "TimeoutError") return `no answer within ${callMs / 1000} seconds`;
  if (cause.name === "AbortError") return "the call was ended";
  if (cause instanceof SyntaxError || cause instanceof z.ZodError) return "the answer isn't from the Admin API";
  const code = "code" in cause ? String(cause.code) : cause.name;
  return `${reasons[code] ?? "the connection failed"} (${code})`;
}

/** Returns options for a call on a connection whose certificate is the pinned one. @throws RefusedCertificate */
async function pinned(origin: string, pin: string): Promise<RequestOptions> {
  const servername = new URL(origin).hostname;
  const socket = await handshake({ origin, servername });
  const seen = certificateOf(socket, servername, { pin, now: () => systemClock.now() });
  if (seen.pin === "matches") return { createConnection: () => socket };
  socket.destroy();
  throw new RefusedCertificate(seen, otherThanPinned);
}

/** Returns the body of a response. Avoids `fetch`, whose first call takes several MB of memory and which nothing else here uses. */
function answered(url: URL, options: RequestOptions, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, options);
    call.once("error", reject);
    call.once("response", (answer) => void text(answer).then(resolve, reject));
    call.end(body);
  });
}

/** Signs in. Returns the token of a session, or the error response. */
export async function signedIn(
  call: AdminCall,
  authorization: string,
): Promise<{ readonly token: string } | { readonly refusal: AdminAnswer }> {
  const answer = await call("POST", "/user/auth", authorization, {});
  const token = z.string().safeParse(answer.response.token);
  return answer.code === "0" && token.success ? { token: token.data } : { refusal: answer };
}

/** Ends a session. If that fails, the session expires after a quarter of an hour. */
export async function signedOut(call: AdminCall, token: string): Promise<void> {
  await call("DELETE", `/user/auth/${token}`, `Bearer ${token}`).catch(() => undefined);
}

const Answer = z
  .object({
    messages: z.tuple([z.object({ code: z.coerce.string(), text: z.string().catch("") })], z.unknown()),
    response: z.record(z.string(), z.unknown()).catch({}),
  })
  .transform(({ messages: [{ code, text }], response }) => ({ code, text, response }));
