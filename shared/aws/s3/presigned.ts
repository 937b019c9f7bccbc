import { GetObjectCommand, PutObjectCommand, type S3Client, UploadPartCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { checkName } from "#shared/ports/limits/blob-limits.ts";
import type { S3Location } from "./blobs.ts";

/** Creates temporary URLs that allow one operation on one blob. They are secrets. */
export interface S3Presigned {
  /** Returns a URL for one PUT of exactly `sizeBytes`. */
  put(name: string, options: PutLimits): Promise<string>;
  /** Returns a URL for one PUT of a part of exactly `sizeBytes`. */
  part(name: string, options: PutLimits & { readonly uploadId: string; readonly number: number }): Promise<string>;
  /** Returns a URL for any number of GETs and ranges. Browsers save the blob as `fileName`. */
  get(name: string, options: { readonly expiresSeconds: number; readonly fileName: string }): Promise<string>;
}

export interface PutLimits {
  readonly expiresSeconds: number;
  readonly sizeBytes: number;
}

/** Requires a client with `requestChecksumCalculation: "WHEN_REQUIRED"`. */
export function s3Presigned({ client, bucket: Bucket, prefix: keyPrefix = "" }: S3Location): S3Presigned {
  const at = (name: string) => {
    checkName(name);
    return { Bucket, Key: keyPrefix + name };
  };
  return {
    async put(name, { expiresSeconds, sizeBytes }) {
      await checkClient(client);
      const command = new PutObjectCommand({ ...at(name), ContentLength: sizeBytes });
      return getSignedUrl(client, command, { expiresIn: expiresSeconds, signableHeaders });
    },
    async part(name, { expiresSeconds, sizeBytes, uploadId, number }) {
      await checkClient(client);
      const command = new UploadPartCommand({
        ...at(name),
        UploadId: uploadId,
        PartNumber: number,
        ContentLength: sizeBytes,
      });
      return getSignedUrl(client, command, { expiresIn: expiresSeconds, signableHeaders });
    },
    async get(name, { expiresSeconds, fileName }) {
      const command = new GetObjectCommand({ ...at(name), ResponseContentDisposition: attachment(fileName) });
      return getSignedUrl(client, command, { expiresIn: expiresSeconds });
    },
  };
}

/** A signed length prevents the holder from storing more than agreed. */
const signableHeaders = new Set(["host", "content-length"]);

/**
 * Checks the client's setting: otherwise the SDK would sign the checksum of the empty body that it sees while signing, and S3 would
 * reject all others.
 */
async function checkClient({ config }: S3Client): Promise<void> {
  if ((await config.requestChecksumCalculation()) !== "WHEN_REQUIRED") {
    throw new TypeError("A client that presigns uploads must set requestChecksumCalculation to WHEN_REQUIRED");
  }
}

/** Returns a Content-Disposition value (RFC 6266) with a plain name for old browsers and the true name. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\u0020-\u007e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
