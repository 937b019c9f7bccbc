import { createHash, createHmac } from "node:crypto";

/** The keys that a call to AWS is signed with. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

interface UnsignedCall {
  readonly method: string;
  /** With its path encoded once, and without a query. */
  readonly url: URL;
  readonly body: string;
  readonly service: string;
  readonly region: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The headers of a call with Signature Version 4. Services other than S3 sign the path encoded once more. */
export function signedHeaders(call: UnsignedCall, { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials) {
  const { method, url, body, service, region, at } = call;
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const headers: Record<string, string> = {
    host: url.host,
    "x-amz-date": time,
    ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }),
  };
  const names = Object.keys(headers).sort();
  const path = url.pathname.split("/").map(encodeURIComponent).join("/");
  const canonical = [
    method,
    path,
    "",
    ...names.map((name) => `${name}:${headers[name]}`),
    "",
    names.join(";"),
    sha256(body),
  ].join("\n");
  const key = [...scope.split("/")].reduce<string | Buffer>(
    (chain, part) => hmac(chain, part),
    `AWS4${secretAccessKey}`,
  );
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex");
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
