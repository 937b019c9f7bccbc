import type { Caller } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { credentialOf } from "#shared/proxy/call-credential.ts";
import { keyAdmission, keyCache } from "../../wiring/calls.ts";
import type { Exchange } from "../exchange.ts";
import { headerValues } from "../headers.ts";

/**
 * Returns the owner of the call's Data API key, from any place that the proxies accept.
 * @throws ServiceError key_unknown, credentials_repeated, and errors of key limits
 */
export async function dataKeyCaller({ call, rawQuery, outcome, platform }: Exchange): Promise<Caller> {
  const sent = headerValues(call.headers, "authorization");
  if (sent.length > 1) throw new ServiceError("credentials_repeated");
  const credential = credentialOf(sent[0], rawQuery);
  const handle = credential.kind === "key" ? await keyCache(platform).find(credential.value) : undefined;
  if (handle === undefined) throw new ServiceError("key_unknown");
  await keyAdmission(platform).admit(handle, { method: call.method, headers: call.headers, client: outcome.client });
  return { kind: "data-key", keyId: handle.record.id, name: handle.name };
}
