import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of uploads for container calls. */
export const uploadErrors = {
  upload_needed: {
    code: 18110,
    status: 413,
    sentence: "The body is larger than a call can carry here: bring it with `POST /svc/api/uploads` first",
    cause: "On AWS a call carries about 4.4 MB.",
    remedy:
      "Upload the file in parts, then repeat the container call with the header `X-Svc-Upload: <id>` and no body. The guide on large uploads has the whole way.",
  },
  upload_too_large: {
    code: 18111,
    status: 413,
    sentence: "The upload is larger than this installation takes",
    cause: "`sizeBytes` is above `UPLOAD_MAX_MB` or `UPLOAD_KEY_MB`. `response` says how much is taken.",
    remedy: "Send a smaller file, or let the administrator raise the settings.",
  },
  uploads_exhausted: {
    code: 18112,
    status: 429,
    sentence: "This key has as many uploads as it may: use, delete or wait for one of them",
    cause:
      "All uploads of a key together hold at most `UPLOAD_KEY_MB`, and at most 100 of them are unfinished. A finished one is forgotten when a call has taken it.",
    remedy:
      "List them with `GET /svc/api/uploads` and delete what is not needed. The Retry-After header says when the oldest expires.",
  },
  upload_not_found: {
    code: 18113,
    status: 404,
    sentence: "This key has no such upload",
    cause: "The id is mistyped, the upload expired, was taken by a call or deleted, or belongs to another key.",
    remedy: "Begin a new upload with the key whose call will take it.",
  },
  upload_incomplete: {
    code: 18114,
    status: 409,
    sentence: "The upload is not complete",
    cause: "Parts are missing, or the upload was not completed yet.",
    remedy: "`GET /svc/api/uploads/{id}` shows what is missing. Bring it, then `POST …/complete`.",
  },
  upload_in_use: {
    code: 18115,
    status: 409,
    sentence: "Another call is sending this upload",
    cause:
      "An upload is taken by one call at a time. A call that broke off gives it back, at the latest after 16 minutes.",
    remedy: "Wait for the other call, and see with `GET /svc/api/uploads/{id}` whether the upload is still there.",
  },
  upload_damaged: {
    code: 18116,
    status: 409,
    sentence: "The stored upload is not the one that was completed",
    cause: "A part was brought again after completion, or vanished from the store.",
    remedy: "Delete the upload and begin a new one.",
  },
  upload_not_taken: {
    code: 18117,
    status: 400,
    sentence: "This call takes no stored upload",
    cause: "The header `X-Svc-Upload` came with a body, or with a call that does not put a file into a container.",
    remedy: "Send it with the container call, and with no body.",
  },
  part_address_refused: {
    code: 18118,
    status: 403,
    sentence: "This address takes no part of an upload",
    cause: "It was changed, an hour has passed, or the upload is complete or gone.",
    remedy: "`GET /svc/api/uploads/{id}` gives fresh addresses for parts that are missing.",
  },
  part_size_wrong: {
    code: 18119,
    status: 400,
    sentence: "The body is not as long as the part",
    cause: "Content-Length is missing, or is not the part's `sizeBytes`.",
    remedy: "`PUT` exactly the bytes from `offset` on, `sizeBytes` of them.",
  },
} as const satisfies ErrorEntries;
