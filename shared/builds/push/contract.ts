import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";

/** Upload by tus 1.0 to an existing upload. Creating uploads isn't part of it. */
const pushed = {
  access: "anyone",
  output: z.string(),
  answers: "bytes",
  takes: "bytes",
  headers: {
    "Tus-Resumable": "1.0.0",
    "Tus-Version": "1.0.0",
    "Tus-Extension": "expiration,checksum",
    "Tus-Checksum-Algorithm": "sha1,sha256,md5",
  },
  input: z.object({
    token: z.string().max(200).describe("Token of a deployment's upload address."),
  }),
} as const;
const pushErrors = [
  "build_push_not_found",
  "tus_version_unsupported",
  "agent_unavailable",
  "agent_timeout",
  "agent_refused",
] as const;

const examplePush = { input: { token: `bp_${"0193".repeat(26)}01` } };

/** Uploads of builds by other servers, to an address that a deployment gave them. */
export const buildPushes = resource({
  describePush: {
    ...pushed,
    method: "HEAD",
    path: "/svc/api/build/push/{token}",
    summary: "Get the upload offset of a pushed build",
    description:
      "Needs no sign-in; the token authorizes the request. A deployment whose source has `pushBuild` gives the address to the other server, which uploads the zip with tus 1.0. " +
      "`Upload-Limit` is the maximum size of one request in bytes.",
    errors: pushErrors,
    example: examplePush,
  },

  bringPush: {
    ...pushed,
    method: "PATCH",
    path: "/svc/api/build/push/{token}",
    summary: "Upload bytes of a pushed build",
    description:
      "Sends bytes from `Upload-Offset` on, as `application/offset+octet-stream`. With `Upload-Checksum`, they are accepted completely or not at all. The address accepts one zip, until the deployment has it.",
    errors: [
      ...pushErrors,
      "content_type_unsupported",
      "upload_offset_wrong",
      "upload_checksum_wrong",
      "host_disk_full",
    ],
    example: examplePush,
  },
});
