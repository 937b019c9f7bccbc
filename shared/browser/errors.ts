import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const browserErrors = {
  host_name_taken: {
    code: 18210,
    status: 409,
    sentence: "A file or folder with this name already exists",
    cause:
      "Names that differ only in case or Unicode normalization count as equal, because some systems can't tell them apart.",
    remedy: "Choose another name, or allow replacing the file.",
  },
  host_file_changed: {
    code: 18211,
    status: 412,
    sentence: "The file or folder changed. Reload it and try again",
    cause: "It was written, replaced or deleted since its tag was read.",
    remedy: "Read it again, then repeat the request with the new tag if you still want it.",
  },
  upload_offset_wrong: {
    code: 18212,
    status: 409,
    sentence: "Wrong upload offset",
    cause: "`Upload-Offset` differs from the number of bytes received. Bytes were lost, or another request added some.",
    remedy: "Get the offset with HEAD, and continue from there.",
  },
  upload_checksum_wrong: {
    code: 18213,
    status: 460,
    sentence: "Checksum mismatch",
    cause: "The bytes don't match `Upload-Checksum`. None of them were kept.",
    remedy: "Send them again from the same offset.",
  },
  host_folder_read_only: {
    code: 18214,
    status: 403,
    sentence: "This folder is read-only",
    cause: "The database server works with its content, or the server's account runs it.",
    remedy: "Use the file operations to change hosted files. Upload to Documents or Backups.",
  },
  host_file_not_sent: {
    code: 18215,
    status: 403,
    sentence: "Hosted files can't be downloaded directly from disk",
    cause: "The database server writes to the file, so the copy could be damaged.",
    remedy: "Download it with `GET /svc/api/fm-file/{filename}/download`. It sends a consistent copy.",
  },
  host_link_refused: {
    code: 18216,
    status: 403,
    sentence: "This link isn't valid or has expired",
    cause: "It expired or was changed.",
    remedy: "Create a new link.",
  },
  tus_version_unsupported: {
    code: 18217,
    status: 412,
    sentence: "Unsupported tus version. Uploads use tus 1.0.0",
    cause: "The header `Tus-Resumable` is missing or names another version.",
    remedy: "Send `Tus-Resumable: 1.0.0`.",
  },
} as const satisfies ErrorEntries;
