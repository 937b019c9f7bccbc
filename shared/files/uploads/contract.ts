import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";

/** File name as FileMaker shows it: no path, no control characters, no lone surrogates. */
const FileName = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^/\\\p{Cc}\p{Cs}]+$/u, "must be a file name without a path")
  .refine((name) => !/^\.+$/.test(name), "must be a file name")
  .describe("Name of the file in FileMaker.");

const word = "[A-Za-z0-9!#$&^_.+-]+";
const ContentType = z
  .string()
  .max(255)
  .regex(new RegExp(`^${word}/${word}(?: ?; ?${word}=${word})*$`), "must be a media type such as image/png")
  .describe("Media type, such as `image/png`.");

const UploadId = z.uuid().describe("Upload ID.");

export const smallestPartBytes = 1024 * 1024;
export const largestPartBytes = 1024 * 1024 * 1024;
export const maxParts = 200;

/** Upload for a container, kept until a call has used it or it expires. */
const Upload = z.object({
  id: UploadId,
  fileName: z.string().describe("Name of the file in FileMaker."),
  contentType: z.string().describe("Media type."),
  sizeBytes: z.int().describe("Size of the whole file in bytes."),
  partBytes: z.int().describe("Size of every part except the last, in bytes."),
  state: z
    .enum(["open", "complete"])
    .describe("`open`: parts are being uploaded. `complete`: ready to use in a request."),
  createdAt: Timestamp.describe("Creation time."),
  expiresAt: Timestamp.describe("Expiry time, whether it is used or not."),
});

/** Part of an upload, numbered from 1. */
const UploadPart = z.object({
  number: z.int().describe("Number of the part, from 1."),
  offset: z.int().describe("Offset of its first byte in the file."),
  sizeBytes: z.int().describe("Size in bytes."),
  received: z.boolean().describe("True if it was received."),
  address: z
    .string()
    .nullable()
    .describe(
      "URL for one PUT of exactly these bytes, valid for an hour. Null if the part was received. It is a secret.",
    ),
});

const UploadState = z.object({
  upload: Upload.describe("The upload."),
  parts: z.array(UploadPart).describe("Parts, sorted by number."),
});

const exampleId = "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24";
const uploadExample = {
  id: exampleId,
  fileName: "manual.pdf",
  contentType: "application/pdf",
  sizeBytes: 9_000_000,
  partBytes: 8_388_608,
  state: "open",
  createdAt: "2026-11-20T09:15:02.114Z",
  expiresAt: "2026-11-21T09:15:02.114Z",
} as const;
const stateExample = {
  upload: uploadExample,
  parts: [
    { number: 1, offset: 0, sizeBytes: 8_388_608, received: true, address: null },
    {
      number: 2,
      offset: 8_388_608,
      sizeBytes: 611_392,
      received: false,
      address: `https://fms.example.com/svc/blobs/uploads/1/${exampleId}/0002?size=611392&expires=1795252502&signature=…`,
    },
  ],
};

/** Large files for containers, uploaded in parts before the call that uses them. */
export const uploads = resource({
  createUpload: {
    method: "POST",
    path: "/svc/api/uploads",
    summary: "Start an upload of a large container file",
    description:
      "The upload belongs to the Data API key of the request and can only be used with that key. The response has a URL for each part. `PUT` each part's bytes there, " +
      "complete the upload, then send the container request with `X-Svc-Upload: <id>` and without a body. The upload expires after 24 hours.",
    access: "data-key",
    holdsSecret: true,
    input: z
      .object({
        fileName: FileName,
        contentType: ContentType.default("application/octet-stream"),
        sizeBytes: z.int().min(1).describe("Size of the whole file in bytes."),
        partBytes: z
          .int()
          .min(smallestPartBytes)
          .max(largestPartBytes)
          .optional()
          .describe("Size of every part except the last, in bytes. Default: chosen by the service."),
      })
      .refine(({ sizeBytes, partBytes }) => partBytes === undefined || sizeBytes / partBytes <= maxParts, {
        path: ["partBytes"],
        message: `an upload can have at most ${maxParts} parts`,
      }),
    output: UploadState,
    errors: ["upload_too_large", "uploads_exhausted"],
    example: {
      input: { fileName: "manual.pdf", contentType: "application/pdf", sizeBytes: 9_000_000 },
      output: { ...stateExample, parts: stateExample.parts.slice(1) },
    },
  },
  listUploads: {
    method: "GET",
    path: "/svc/api/uploads",
    summary: "List the key's uploads",
    access: "data-key",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({
      uploads: z.array(Upload).describe("A page of uploads, oldest first."),
      cursor: Cursor.nullable(),
    }),
    errors: [],
    example: { output: { uploads: [uploadExample], cursor: null } },
  },
  getUpload: {
    method: "GET",
    path: "/svc/api/uploads/{id}",
    summary: "Get an upload and its parts",
    description: "Missing parts have new URLs, so an interrupted upload can resume.",
    access: "data-key",
    holdsSecret: true,
    input: z.object({ id: UploadId }),
    output: UploadState,
    errors: ["upload_not_found"],
    example: { input: { id: exampleId }, output: stateExample },
  },
  completeUpload: {
    method: "POST",
    path: "/svc/api/uploads/{id}/complete",
    summary: "Complete an upload",
    description: "Afterwards its bytes can't change. Completing it again has no effect.",
    access: "data-key",
    input: z.object({ id: UploadId }),
    output: z.object({ upload: Upload.describe("The updated upload.") }),
    errors: ["upload_not_found", "upload_incomplete"],
    example: { input: { id: exampleId }, output: { upload: { ...uploadExample, state: "complete" } } },
  },
  deleteUpload: {
    method: "DELETE",
    path: "/svc/api/uploads/{id}",
    summary: "Delete an upload",
    access: "data-key",
    input: z.object({ id: UploadId }),
    output: z.object({ ok: z.boolean().describe("Always true.") }),
    errors: ["upload_not_found", "upload_in_use"],
    example: { input: { id: exampleId }, output: { ok: true } },
  },
});
