import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const uploadErrors = {
  upload_needed: {
    code: 18110,
    status: 413,
    sentence: "Request body too large for this path. Upload it with `POST /svc/api/uploads` first",
    cause: "On AWS, a request can carry about 4.4 MB.",
    remedy:
      "Upload the file in parts, then repeat the container request with the header `X-Svc-Upload: <id>` and no body. See the guide to large uploads.",
  },
  upload_too_large: {
    code: 18111,
    status: 413,
    sentence: "Upload too large",
    cause: "`sizeBytes` exceeds `UPLOAD_MAX_MB` or `UPLOAD_KEY_MB`. `response` has the limit.",
    remedy: "Send a smaller file, or ask the administrator to raise the limits.",
  },
  uploads_exhausted: {
    code: 18112,
    status: 429,
    sentence: "Upload limit reached for this key",
    cause:
      "A key's uploads can hold up to `UPLOAD_KEY_MB` together, and 100 of them can be unfinished. A finished upload is removed when a request has used it.",
    remedy:
      "List uploads with `GET /svc/api/uploads`, and delete those you don't need. The Retry-After header tells when the oldest expires.",
  },
  upload_not_found: {
    code: 18113,
    status: 404,
    sentence: "Upload not found for this key",
    cause: "The ID is mistyped, the upload expired, was used or deleted, or it belongs to another key.",
    remedy: "Start a new upload with the key of the request that uses it.",
  },
  upload_incomplete: {
    code: 18114,
    status: 409,
    sentence: "The upload isn't complete",
    cause: "Parts are missing, or the upload wasn't completed yet.",
    remedy: "`GET /svc/api/uploads/{id}` lists missing parts. Send them, then call `POST …/complete`.",
  },
  upload_in_use: {
    code: 18115,
    status: 409,
    sentence: "Another request is using this upload",
    cause: "One request at a time can use an upload. An interrupted request releases it within 16 minutes.",
    remedy: "Wait for the other request, then check with `GET /svc/api/uploads/{id}` whether the upload still exists.",
  },
  upload_damaged: {
    code: 18116,
    status: 409,
    sentence: "The stored upload changed after completion",
    cause: "A part was sent again after completion, or is missing from the store.",
    remedy: "Delete the upload, and start a new one.",
  },
  upload_not_taken: {
    code: 18117,
    status: 400,
    sentence: "This endpoint doesn't accept uploads",
    cause: "The header `X-Svc-Upload` came with a body, or with a request that doesn't put a file into a container.",
    remedy: "Send it with the container request, without a body.",
  },
  part_address_refused: {
    code: 18118,
    status: 403,
    sentence: "This address doesn't accept upload parts",
    cause: "It was changed, it is older than an hour, or the upload is complete or deleted.",
    remedy: "`GET /svc/api/uploads/{id}` returns new addresses for missing parts.",
  },
  part_size_wrong: {
    code: 18119,
    status: 400,
    sentence: "The body's size doesn't match the part",
    cause: "Content-Length is missing or differs from the part's `sizeBytes`.",
    remedy: "Send exactly `sizeBytes` bytes from `offset` with `PUT`.",
  },
} as const satisfies ErrorEntries;
