import * as z from "zod";
import { jsonOrNothing } from "#shared/http/json-or-nothing.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { ClientRecord } from "../record.ts";
import { redirectProblem } from "../rules.ts";
import type { ClientStore } from "./client-store.ts";

const dayMs = 86_400_000;
/** Retention of a client that no one signs in with, in milliseconds. */
export const unusedMs = 30 * dayMs;
/** Maximum size of a registration in bytes. */
export const maxRegistrationBytes = 4096;

/** Supported fields of a registration or metadata document. Others are ignored, including scopes: clients aren't limited to any. */
const ClientMetadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z.string().trim().min(1).max(200).optional(),
  grant_types: z.array(z.string()).optional(),
});

/** Client metadata, or the reason why it is invalid, as OAuth error (RFC 7591, 3.2.2). */
export type ReadClient =
  | { readonly client: Pick<ClientRecord, "clientName" | "redirectUris" | "grantTypes"> }
  | { readonly error: "invalid_redirect_uri" | "invalid_client_metadata"; readonly description: string };

export function clientIn(metadata: unknown): ReadClient {
  const read = ClientMetadata.safeParse(metadata);
  if (!read.success) {
    const at = read.error.issues[0]?.path[0];
    const error = at === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
    return {
      error,
      description: `${at === undefined ? "A JSON object" : `\`${String(at)}\``} is required, as defined in RFC 7591.`,
    };
  }
  const { redirect_uris: redirectUris, client_name: clientName, grant_types: asked } = read.data;
  for (const uri of redirectUris) {
    const problem = redirectProblem(uri);
    if (problem !== undefined)
      return { error: "invalid_redirect_uri", description: `One of \`redirect_uris\` ${problem}.` };
  }
  const refreshes = asked?.includes("refresh_token") ?? false;
  if (asked !== undefined && !asked.includes("authorization_code"))
    return { error: "invalid_client_metadata", description: "`grant_types` must include `authorization_code`." };
  return {
    client: {
      ...(clientName !== undefined && { clientName }),
      redirectUris,
      grantTypes: refreshes ? ["authorization_code", "refresh_token"] : ["authorization_code"],
    },
  };
}

/** Registers clients (RFC 7591). */
export function registration({
  store,
  clock,
  ids,
}: {
  readonly store: ClientStore;
  readonly clock: Clock;
  readonly ids: Ids;
}) {
  return async (body: string): Promise<{ readonly status: number; readonly body: object }> => {
    const read = clientIn(jsonOrNothing(body));
    if ("error" in read) return { status: 400, body: { error: read.error, error_description: read.description } };
    const now = clock.now();
    const clientId = Buffer.from(ids.bytes(18)).toString("base64url");
    await store.add({ schema: 1, clientId, ...read.client, registeredAt: now }, now + unusedMs);
    const { clientName, redirectUris, grantTypes } = read.client;
    return {
      status: 201,
      // Fields without a value are omitted, because some clients fail on null.
      body: {
        client_id: clientId,
        client_id_issued_at: Math.floor(now / 1000),
        ...(clientName !== undefined && { client_name: clientName }),
        redirect_uris: redirectUris,
        grant_types: grantTypes,
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      },
    };
  };
}
