import * as z from "zod";

/** Destinations of a finished build, in the terms of the reference. */

/** Folders below another one, separated by slashes. */
export const Folders = z
  .string()
  .max(500)
  .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\\p{Cc}]*$/u, "must be folder names separated by slashes");

const Password = z.string().max(1024).describe("Password of the account.");

/** Location in an S3-compatible store. */
export const OffsiteLocation = z.object({
  remote_name: z
    .string()
    .min(1)
    .max(200)
    .describe("Name of the offsite location, from `GET /svc/api/settings/offsite/remotes`."),
  bucket_name: z.string().min(1).max(200).describe("Bucket."),
  remote_path: z.string().max(1_000).describe("Folder in the bucket."),
});

const fileServer = {
  serverUrl: z
    .string()
    .min(1)
    .max(500)
    .describe("Host name of the server, or its URL such as `sftp://files.example.com`."),
  port: z.int().min(1).max(65_535).optional().describe("Port. Default: the standard port of the protocol."),
  username: z.string().max(255).optional().describe("Account. Default: `anonymous`."),
  password: Password.optional(),
  folder: Folders.optional().describe(
    "Folder on the server. A folder named after the build is created in it. An existing folder is only replaced if it contains a build with the same ID.",
  ),
  inplace: z
    .boolean()
    .default(false)
    .describe("True to write files directly under their final names, for servers that don't allow renaming."),
};

export const PublishDestination = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("server").describe("The inbox of another Latchkey server."),
    serverUrl: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .describe("URL of the server."),
    apiKey: z.string().min(1).max(200).describe("Admin API key of that server."),
  }),
  z.object({
    type: z.literal("push").describe("A deployment on another Latchkey server that waits for this build's zip."),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe("Upload address from the deployment. It is a secret."),
  }),
  z.object({
    type: z.literal("http_folder").describe("The web server's folder on the database host, which may be public."),
    subFolder: Folders.optional().describe(
      "Folder in it. A folder named after the build is created in it. An existing folder is only replaced if it contains a build with the same ID.",
    ),
  }),
  z.object({
    type: z
      .literal("offsite_storage")
      .describe(
        "A folder in a bucket of an S3-compatible store. It is named after the build, and the manifest is written last.",
      ),
    offsiteLocation: OffsiteLocation.describe("Location."),
    subFolder: Folders.optional().describe(
      "Folder in the location. A folder named after the build is created in it. An existing folder is only replaced if it contains a build with the same ID.",
    ),
  }),
  z.object({
    type: z.literal("sftp").describe("An SFTP server."),
    ...fileServer,
    hostKey: z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, "must be a fingerprint as printed by `ssh-keygen -l`")
      .optional()
      .describe(
        "Fingerprint of the server's key, such as `SHA256:…`. If omitted, the first key that the server presents is stored on the host, and other keys are rejected later.",
      ),
  }),
  z.object({
    type: z
      .literal("ftp")
      .describe("A server that supports FTP over TLS. With an `ftps://` URL, its certificate must be trusted."),
    ...fileServer,
    allowPlainText: z
      .boolean()
      .default(false)
      .describe(
        "Allows an unencrypted connection if the server doesn't offer TLS. Others on the network could then read the password and the files.",
      ),
  }),
]);
export type PublishDestination = z.output<typeof PublishDestination>;
