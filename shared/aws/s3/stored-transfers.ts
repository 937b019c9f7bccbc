import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
} from "@aws-sdk/client-s3";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { StoredPart, StoredTransfers, StoredUpload } from "#shared/ports/links/stored-transfers.ts";
import { transferName } from "#shared/ports/links/transfer-names.ts";
import { blobError, isMissing } from "./blob-error.ts";
import type { S3Location } from "./blobs.ts";
import type { S3Presigned } from "./presigned.ts";

interface S3StoredTransfersOptions extends Omit<S3Location, "prefix"> {
  readonly blobs: Pick<Blobs, "get">;
  readonly addresses: Pick<S3Presigned, "part" | "get">;
}

/**
 * Transfers bytes of an agent through the bucket, as multipart uploads: one PUT holds at most 5 GB. The bytes are deleted when no address
 * leads to them anymore (`shared/agent/expired-transfers.ts`).
 */
export function s3StoredTransfers({ client, bucket, blobs, addresses }: S3StoredTransfersOptions): StoredTransfers {
  const at = ({ name, uploadId }: StoredUpload) => ({ Bucket: bucket, Key: name, UploadId: uploadId });

  /** Returns the parts that have arrived. Undefined if the upload was completed or aborted. */
  const arrived = async (upload: StoredUpload): Promise<readonly CompletedPart[] | undefined> => {
    const parts: CompletedPart[] = [];
    try {
      // The SDK's paginator doesn't read IsTruncated, and never ends for an upload without parts.
      for (let marker: string | undefined; ; ) {
        const page = await client.send(new ListPartsCommand({ ...at(upload), PartNumberMarker: marker }));
        parts.push(...(page.Parts ?? []).map(({ PartNumber, ETag }) => ({ PartNumber, ETag })));
        if (page.IsTruncated !== true) return parts;
        marker = page.NextPartNumberMarker;
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw blobError(error);
    }
  };

  /** Completes an upload. False if another call has ended it. */
  const complete = async (upload: StoredUpload, parts: readonly CompletedPart[]): Promise<boolean> => {
    try {
      await client.send(new CompleteMultipartUploadCommand({ ...at(upload), MultipartUpload: { Parts: [...parts] } }));
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw blobError(error);
    }
  };

  return {
    areStored: true,

    async start(id, sizeBytes, expiresAt) {
      const name = transferName({ id, expiresAt: expiresAt / 1_000 });
      try {
        const { UploadId: uploadId } = await client.send(
          new CreateMultipartUploadCommand({ Bucket: bucket, Key: name, ContentType: "application/octet-stream" }),
        );
        if (uploadId === undefined) throw new Error("S3 returned no upload ID");
        return { name, uploadId, sizeBytes, partBytes: partBytesOf(sizeBytes) };
      } catch (error) {
        throw blobError(error);
      }
    },

    async missing(upload) {
      const parts = await arrived(upload);
      if (parts === undefined) return undefined;
      const numbers = new Set(parts.map(({ PartNumber }) => PartNumber));
      const missing = partsOf(upload).filter(({ number }) => !numbers.has(number));
      return missing.length > 0 || (await complete(upload, parts)) ? missing : undefined;
    },

    partAddress: ({ name, uploadId }, { number, sizeBytes }, expiresSeconds) =>
      addresses.part(name, { uploadId, number, sizeBytes, expiresSeconds }),

    address: (name, options) => addresses.get(name, options),

    bytes: async (name) => (await blobs.get(name))?.body,

    async abandon(upload) {
      try {
        await client.send(new AbortMultipartUploadCommand(at(upload)));
      } catch (error) {
        if (!isMissing(error)) throw blobError(error);
      }
    },
  };
}

/** Size of a part in bytes, large enough for few calls and small enough to be sent again after an interruption. */
const usualPartBytes = 32 * 1024 * 1024;
/** Maximum number of parts of an upload. https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const maxParts = 10_000;
const mebibyte = 1024 * 1024;

/** Returns the size of a part: larger for files that would have too many parts. */
export function partBytesOf(sizeBytes: number): number {
  return Math.max(usualPartBytes, Math.ceil(sizeBytes / maxParts / mebibyte) * mebibyte);
}

function partsOf({ sizeBytes, partBytes }: StoredUpload): readonly StoredPart[] {
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, index) => {
    const offset = index * partBytes;
    return { number: index + 1, offset, sizeBytes: Math.min(partBytes, sizeBytes - offset) };
  });
}
