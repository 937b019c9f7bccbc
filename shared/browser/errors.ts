import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of folders and files on the database host. */
export const browserErrors = {
  host_name_taken: {
    code: 18210,
    status: 409,
    sentence: "There is a file or folder of this name already",
    cause:
      "Names that differ in case or in Unicode's form alone count as the same: some systems could not tell them apart.",
    remedy: "Take another name, or say that the file may be replaced.",
  },
  host_file_changed: {
    code: 18211,
    status: 412,
    sentence: "The file or folder is not the one that was seen any more",
    cause: "It was written, replaced or deleted since its tag was read.",
    remedy: "Look at it again, and repeat the call with the new tag if it is still wanted.",
  },
  upload_offset_wrong: {
    code: 18212,
    status: 409,
    sentence: "The upload does not go on at this place",
    cause:
      "`Upload-Offset` is not what the upload holds: bytes were lost on their way, or another call has brought some.",
    remedy: "Ask with HEAD how much it holds, and go on from there.",
  },
  upload_checksum_wrong: {
    code: 18213,
    status: 460,
    sentence: "The bytes are not those that were sent",
    cause: "They do not have the checksum in `Upload-Checksum`. Nothing of them was kept.",
    remedy: "Send them again from the same place.",
  },
  host_folder_read_only: {
    code: 18214,
    status: 403,
    sentence: "Nothing is changed in this folder from outside",
    cause: "The database server works on what lies there, or it is run by the server's account.",
    remedy: "Change hosted files by the operations that are made for them. Uploads go to Documents or Backups.",
  },
  host_file_not_sent: {
    code: 18215,
    status: 403,
    sentence: "A hosted file is not sent as it lies on the disk",
    cause: "The database server writes on it: what would arrive could be damaged.",
    remedy: "Download it by `GET /svc/api/fm-file/{filename}/download`, which sends a consistent copy.",
  },
  host_link_refused: {
    code: 18216,
    status: 403,
    sentence: "This link leads to no file, or not any more",
    cause: "Its time is over, or it was changed.",
    remedy: "Ask for a new one.",
  },
  tus_version_unsupported: {
    code: 18217,
    status: 412,
    sentence: "Uploads go by tus 1.0.0",
    cause: "The header `Tus-Resumable` is missing or names another version.",
    remedy: "Send `Tus-Resumable: 1.0.0`.",
  },
} as const satisfies ErrorEntries;
