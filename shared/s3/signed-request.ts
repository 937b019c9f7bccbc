import { hash } from "node:crypto";
import type { SignatureV4 } from "@smithy/signature-v4";
import { escaped } from "./endpoint.ts";

/** The keys of an account at a store. */
export interface StoreCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Names of what is asked of a bucket or object, with their values; an empty one is a name alone, such as `uploads`. */
export type StoreQuery = Readonly<Record<string, string>>;

interface UnsignedRequest {
  readonly method: string;
  /** With its path escaped once, and without a query. */
  readonly url: URL;
  readonly query?: StoreQuery;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the body, in hex: the store takes no other. */
  readonly sha256: string;
  readonly region: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export const emptySha256 = hash("sha256", "");
/** Stands for the SHA-256 of a body that the signature does not cover. */
export const unsignedBody = "UNSIGNED-PAYLOAD";

/** An address by which an object is fetched without an account, for so long. */
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
  // An address covers no body, and says so.
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

/** A call's address with its query, and its headers with Signature Version 4, which covers the body's SHA-256. */
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

/** The library, 2 MB, is read by the first call to a store. */
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
    // An object's name may hold anything, so that its escaped form is signed as it is.
    uriEscapePath: false,
  });
}

function searchOf(query: StoreQuery): string {
  return Object.entries(query)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join("&");
}
