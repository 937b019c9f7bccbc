import type { APIGatewayProxyEvent } from "aws-lambda";
import { ServiceError } from "../../shared/contract/errors.ts";
import { looksLikeKey } from "../../shared/contract/key-value.ts";
import type { ManagementCredential } from "../../shared/sessions/administrators.ts";
import { callers } from "../wiring.ts";
import { type EdgeRequest, served } from "./served.ts";

/** Finds out who calls, where the operation wants to know. */
export function authenticate() {
  return {
    before: async ({ event }: EdgeRequest) => {
      const state = served(event);
      if (state.operation?.access !== "admin") return;
      state.caller = await callers().identify(managementCredential(event), event.requestContext.identity.sourceIp);
    },
  };
}

/** The one credential of a management call. @throws ServiceError when there is none, several, or one in the address */
function managementCredential(event: APIGatewayProxyEvent): ManagementCredential {
  const sent = Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    name.toLowerCase() === "authorization" ? (values ?? []) : [],
  );
  const inQuery = event.multiValueQueryStringParameters?.apiKey ?? [];
  if (inQuery.some((value) => looksLikeKey(value, "admin"))) throw new ServiceError("admin_key_in_url");
  if (sent.length > 1) throw new ServiceError("credentials_repeated");
  const [scheme = "", ...rest] = (sent[0] ?? "").split(" ");
  const value = rest.join(" ").trim();
  if (scheme.toLowerCase() === "bearer" && value !== "") return bearer(value);
  if (scheme.toLowerCase() === "basic") return account(value);
  throw new ServiceError(
    inQuery.some((given) => looksLikeKey(given, "data")) ? "wrong_kind_of_key" : "unauthenticated",
  );
}

function bearer(value: string): ManagementCredential {
  if (looksLikeKey(value, "data")) throw new ServiceError("wrong_kind_of_key");
  return looksLikeKey(value, "admin") ? { kind: "admin-key", value } : { kind: "token", token: value };
}

/** Browsers and curl send what stands before the `@` of an address as Basic. No key goes on to FileMaker Server as an account. */
function account(value: string): ManagementCredential {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1) throw new ServiceError("unauthenticated");
  const [user, pass] = [text.slice(0, colon), text.slice(colon + 1)];
  for (const part of user === "apiKey" ? [user, pass] : [user]) {
    if (looksLikeKey(part, "admin")) throw new ServiceError("admin_key_in_url");
    if (looksLikeKey(part, "data")) throw new ServiceError("wrong_kind_of_key");
  }
  return { kind: "account", user, pass };
}
