import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Caller } from "../../shared/contract/call.ts";
import { ServiceError } from "../../shared/contract/errors.ts";
import { credentialOf } from "../../shared/proxy/credential.ts";
import { ring } from "../wiring/keyrings.ts";

/** Whose Data API Key a call carries, wherever the proxies take one. @throws ServiceError key_unknown, credentials_repeated */
export async function dataKeyCaller(event: APIGatewayProxyEvent): Promise<Caller> {
  const sent = Object.entries(event.multiValueHeaders ?? {}).flatMap(([name, values]) =>
    name.toLowerCase() === "authorization" ? (values ?? []) : [],
  );
  if (sent.length > 1) throw new ServiceError("credentials_repeated");
  const inQuery = event.multiValueQueryStringParameters?.apiKey ?? [];
  const query = inQuery.map((value) => `apiKey=${encodeURIComponent(value)}`).join("&");
  const credential = credentialOf(sent[0], query === "" ? "" : `?${query}`);
  const handle = credential.kind === "key" ? await ring().find(credential.value) : undefined;
  if (handle === undefined) throw new ServiceError("key_unknown");
  return { kind: "data-key", keyId: handle.record.id };
}
