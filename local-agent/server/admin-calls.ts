import * as z from "zod";
import { Refused } from "../refused.ts";

/** What the Admin API says in its envelope. */
export interface AdminAnswer {
  readonly code: string;
  readonly text: string;
  readonly response: Readonly<Record<string, unknown>>;
}

/** One call of the Admin API on this host. @throws Refused where nothing answers */
export type AdminCall = (method: string, path: string, authorization: string, body?: unknown) => Promise<AdminAnswer>;

const base = "/fmi/admin/api/v2";
const callMs = 10_000;

export function adminCalls(origin: string, stopping?: AbortSignal): AdminCall {
  return async (method, path, authorization, body) => {
    const late = AbortSignal.timeout(callMs);
    try {
      const answer = await fetch(origin + base + path, {
        method,
        headers: { Authorization: authorization, "Content-Type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "error",
        signal: stopping === undefined ? late : AbortSignal.any([stopping, late]),
      });
      return Answer.parse(await answer.json());
    } catch (cause) {
      throw new Refused("failed", "FileMaker Server's Admin API does not answer", { cause });
    }
  };
}

/** Signs in. The token of a session, or what was said instead. */
export async function signedIn(
  call: AdminCall,
  authorization: string,
): Promise<{ readonly token: string } | { readonly refusal: AdminAnswer }> {
  const answer = await call("POST", "/user/auth", authorization, {});
  const token = z.string().safeParse(answer.response.token);
  return answer.code === "0" && token.success ? { token: token.data } : { refusal: answer };
}

/** Ends a session. One that cannot be ended ends by itself after a quarter of an hour. */
export async function signedOut(call: AdminCall, token: string): Promise<void> {
  await call("DELETE", `/user/auth/${token}`, `Bearer ${token}`).catch(() => undefined);
}

const Answer = z
  .object({
    messages: z.tuple([z.object({ code: z.coerce.string(), text: z.string().catch("") })], z.unknown()),
    response: z.record(z.string(), z.unknown()).catch({}),
  })
  .transform(({ messages: [{ code, text }], response }) => ({ code, text, response }));
