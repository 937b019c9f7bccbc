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
  .describe("The file's name as FileMaker will show it.");

const word = "[A-Za-z0-9!#$&^_.+-]+";
const ContentType = z
  .string()
  .max(255)
  .regex(new RegExp(`^${word}/${word}(?: ?; ?${word}=${word})*$`), "must be a media type such as image/png")
  .describe("What the bytes are, such as `image/png`.");

const UploadId = z.uuid().describe("The upload's id.");

export const smallestPartBytes = 1024 * 1024;
export const largestPartBytes = 1024 * 1024 * 1024;
export const mostParts = 200;

/** Upload for a container, kept until a call has used it or it expires. */
const Upload = z.object({
  id: UploadId,
  fileName: z.string().describe("The file's name as FileMaker will show it."),
  contentType: z.string().describe("What the bytes are."),
  sizeBytes: z.int().describe("Size of the whole file in bytes."),
  partBytes: z.int().describe("Bytes of every part but the last, which holds the rest."),
  state: z.enum(["open", "complete"]).describe("`open`: parts are coming. `complete`: a call may take it."),
  createdAt: Timestamp.describe("When it began."),
  expiresAt: Timestamp.describe("When it is deleted, taken or not."),
});

/** Part of an upload, numbered from 1. */
const UploadPart = z.object({
  number: z.int().describe("The part's number, from 1 on."),
  offset: z.int().describe("Its first byte's place in the file."),
  sizeBytes: z.int().describe("How many bytes it has."),
  received: z.boolean().describe("Whether it is there."),
  address: z
    .string()
    .nullable()
    .describe("Where one PUT of exactly these bytes brings it, for an hour. Null for a part that is there. A secret."),
});

const UploadState = z.object({
  upload: Upload.describe("The upload."),
  parts: z.array(UploadPart).describe("Its parts, by their numbers."),
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
    summary: "Begin the upload of a large file for a container",
    description:
      "For the Data API Key whose calls will take the upload; it belongs to that key. The answer has an address for every part: `PUT` each part's bytes there, " +
      "then complete the upload, and send the container call with `X-Svc-Upload: <id>` and no body. It can be taken for 24 hours.",
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
          .describe("Bytes of every part but the last. Chosen by the service when left out."),
      })
      .refine(({ sizeBytes, partBytes }) => partBytes === undefined || sizeBytes / partBytes <= mostParts, {
        path: ["partBytes"],
        message: `an upload has at most ${mostParts} parts`,
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
    summary: "List the key's uploads, oldest first",
    access: "data-key",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({ uploads: z.array(Upload).describe("A page of uploads."), cursor: Cursor.nullable() }),
    errors: [],
    example: { output: { uploads: [uploadExample], cursor: null } },
  },
  getUpload: {
    method: "GET",
    path: "/svc/api/uploads/{id}",
    summary: "See which parts of an upload are there",
    description: "Parts that are missing come with fresh addresses, so that a broken upload goes on where it stopped.",
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
    summary: "Say that all parts of an upload have been brought",
    description: "From then on its bytes cannot change. Completing it again is no error.",
    access: "data-key",
    input: z.object({ id: UploadId }),
    output: z.object({ upload: Upload.describe("The upload as it is now.") }),
    errors: ["upload_not_found", "upload_incomplete"],
    example: { input: { id: exampleId }, output: { upload: { ...uploadExample, state: "complete" } } },
  },
  deleteUpload: {
    method: "DELETE",
    path: "/svc/api/uploads/{id}",
    summary: "Give an upload up",
    access: "data-key",
    input: z.object({ id: UploadId }),
    output: z.object({ ok: z.boolean().describe("It is gone.") }),
    errors: ["upload_not_found", "upload_in_use"],
    example: { input: { id: exampleId }, output: { ok: true } },
  },
});
