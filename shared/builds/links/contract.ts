import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";

const Token = z
  .string()
  .regex(/^bl_[0-9a-f]{88}$/, "must be the token of a build link")
  .describe("Token of the build's download link. It gives access to this build only. It is a secret.");

const byToken = {
  output: z.string(),
  answers: "bytes",
  contentType: "application/octet-stream",
  access: "anyone",
  input: z.object({ token: Token }),
  errors: [
    "build_link_not_found",
    "build_running",
    "range_unsatisfiable",
    "host_file_changed",
    "download_not_ready",
    "agent_unavailable",
    "agent_timeout",
    "agent_refused",
  ],
} as const;

const exampleToken = `bl_${"0193".repeat(22)}`;

/** Downloads of builds by a link, which is their only credential. */
export const buildLinks = resource({
  downloadBuild: {
    ...byToken,
    method: "GET",
    path: "/svc/api/build/download",
    summary: "Download a build's zip by link",
    description: "Needs no sign-in; the token authorizes the download. The header `Range` requests a part of the zip.",
    example: { input: { token: exampleToken } },
  },

  describeBuild: {
    ...byToken,
    method: "HEAD",
    path: "/svc/api/build/download",
    summary: "Get the headers of a build's zip by link",
    example: { input: { token: exampleToken } },
  },

  downloadBuildByPath: {
    ...byToken,
    method: "GET",
    path: "/svc/api/build/download/{token}",
    summary: "Download a build's zip by link (older link format)",
    example: { input: { token: exampleToken } },
  },

  downloadBuildFolder: {
    ...byToken,
    method: "GET",
    path: "/svc/api/build/downloadFolder",
    summary: "Download all files of a build as a zip by link",
    example: { input: { token: exampleToken } },
  },

  downloadBuildFolderByPath: {
    ...byToken,
    method: "GET",
    path: "/svc/api/build/downloadFolder/{token}",
    summary: "Download all files of a build as a zip by link (older link format)",
    example: { input: { token: exampleToken } },
  },
});
