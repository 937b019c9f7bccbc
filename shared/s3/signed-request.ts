import { hash } from "node:crypto";
import type { SignatureV4 } from "@smithy/signature-v4";
import { escaped } from "./endpoint.ts";

/** Access keys of an account at a store. */
export interface StoreCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Query parameters of a request to a bucket or object. An empty value means a name without a value, such as `uploads`. */
export type StoreQuery = Readonly<Record<string, string>>;

interface UnsignedRequest {
  readonly method: string;
  /** URL with its path encoded once, and without a query. */
  readonly url: URL;
  readonly query?: StoreQuery;
  readonly headers?: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal. The store rejects any other body. */
  readonly sha256: string;
  readonly region: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export const emptySha256 = hash("sha256", "");
/** Replaces the SHA-256 of a body that isn't signed. */
export const unsignedBody = "UNSIGNED-PAYLOAD";

/** Returns an address that downloads an object without an account, for the given time. */
export async function presignedUrl(
  {
    url,
    region,
    at,
    expiresSeconds,
  }: Pick<UnsignedRequest, "url" | "region" | "at"> & { readonly expiresSeconds: number },
  credentials: StoreCredentials,
): Promise<URL> {
  const { protocol, hostname, pathname: path } = url;
  // Presigned addresses don't cover a body, and must say so.
  const headers = { host: url.host, "x-amz-content-sha256": unsignedBody };
  const unsigned = { method: "GET", protocol, hostname, path, headers };
  const { query = {} } = await (await signerFor(region, credentials)).presign(unsigned, {
    signingDate: new Date(at),
    expiresIn: expiresSeconds,
  });
  const signed = new URL(url);
  signed.search = searchOf(query as StoreQuery);
  return signed;
}

/** Returns the address with its query, and headers with Signature Version 4, which covers the SHA-256 of the body. */
export async function signedRequest(
  { method, url, query = {}, headers = {}, sha256, region, at }: UnsignedRequest,
  credentials: StoreCredentials,
): Promise<{ readonly url: URL; readonly headers: Record<string, string> }> {
  const { protocol, hostname, pathname: path } = url;
  const unsigned = {
    method,
    protocol,
    hostname,
    path,
    query,
    headers: { ...headers, host: url.host, "x-amz-content-sha256": sha256 },
  };
  const signed = await (await signerFor(region, credentials)).sign(unsigned, { signingDate: new Date(at) });
  const called = new URL(url);
  called.search = searchOf(query);
  const { host: _host, ...rest } = signed.headers;
  return { url: called, headers: rest };
}

/** Returns the signer of a region. The library (2 MB) is loaded by the first request. */
async function signerFor(region: string, credentials: StoreCredentials): Promise<SignatureV4> {
  const [{ SignatureV4: Signer }, { Sha256 }] = await Promise.all([
    import("@smithy/signature-v4"),
    import("@smithy/core/checksum"),
  ]);
  return new Signer({
    service: "s3",
    region,
    credentials,
    sha256: Sha256,
    applyChecksum: false,
    // Object names can contain any characters, so their encoded form is signed unchanged.
    uriEscapePath: false,
  });
}

function searchOf(query: StoreQuery): string {
  return Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join("&");
}
