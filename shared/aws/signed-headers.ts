import { Sha256 } from "@smithy/core/checksum";
import { SignatureV4 } from "@smithy/signature-v4";

/** Credentials that sign a call to AWS. */
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

/** Returns the headers of a call with Signature Version 4, for services without a small SDK client. */
export async function signedHeaders(
  { method, url, body, service, region, at }: UnsignedCall,
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
): Promise<Record<string, string>> {
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256, applyChecksum: false });
  const { protocol, hostname, pathname: path } = url;
  const call = { method, protocol, hostname, path, headers: { host: url.host }, body };
  return (await signer.sign(call, { signingDate: new Date(at) })).headers;
}
