import * as z from "zod";

/** Destinations of a finished build, in the terms of the reference. */

/** Folders below another one, separated by slashes. */
export const Folders = z
  .string()
  .max(500)
  .regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[^\\\p{Cc}]*$/u, "must be names of folders with slashes between them");

const Password = z.string().max(1024).describe("Its password.");

/** Location in an S3-compatible store. */
export const OffsiteLocation = z.object({
  remote_name: z
    .string()
    .min(1)
    .max(200)
    .describe("The offsite location, by its name as `GET /svc/api/settings/offsite/remotes` lists it."),
  bucket_name: z.string().min(1).max(200).describe("The bucket."),
  remote_path: z.string().max(1_000).describe("The folder in the bucket."),
});

const fileServer = {
  serverUrl: z
    .string()
    .min(1)
    .max(500)
    .describe("The server's name, or its address such as `sftp://files.example.com`."),
  port: z.int().min(1).max(65_535).optional().describe("Its port, where it is not the usual one."),
  username: z.string().max(255).optional().describe("The account. Default `anonymous`."),
  password: Password.optional(),
  folder: Folders.optional().describe(
    "The folder there; one named by the build is made in it. It replaces only a folder that holds a build with this id.",
  ),
  inplace: z
    .boolean()
    .default(false)
    .describe("Whether files are written under their own names at once, for servers that let none be renamed."),
};

export const PublishDestination = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("server").describe("The inbox of another Latchkey."),
    serverUrl: z
      .url({ protocol: /^https?$/ })
      .max(500)
      .describe("Its address."),
    apiKey: z.string().min(1).max(200).describe("An Admin API Key of it."),
  }),
  z.object({
    type: z.literal("push").describe("A deployment of another Latchkey that waits for the zip of this build."),
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe("The address that the deployment has given out for it. A secret."),
  }),
  z.object({
    type: z
      .literal("http_folder")
      .describe("The web server's folder on the database host, which anyone may be able to read."),
    subFolder: Folders.optional().describe(
      "A folder in it; one named by the build is made there. It replaces only a folder that holds a build with this id.",
    ),
  }),
  z.object({
    type: z
      .literal("offsite_storage")
      .describe(
        "A folder of a bucket at an S3-compatible store: the folder is named by the build, and its manifest comes last.",
      ),
    offsiteLocation: OffsiteLocation.describe("Where."),
    subFolder: Folders.optional().describe(
      "A folder there; one named by the build is made in it. It replaces only a folder that holds a build with this id.",
    ),
  }),
  z.object({
    type: z.literal("sftp").describe("A server that takes files by SFTP."),
    ...fileServer,
    hostKey: z
      .string()
      .regex(/^SHA256:[A-Za-z0-9+/]{43}=?$/, "must be a fingerprint as `ssh-keygen -l` shows it")
      .optional()
      .describe(
        "The fingerprint of the server's key, such as `SHA256:…`. Without it, the key that it shows first is kept on the host, and no other one is taken later.",
      ),
  }),
  z.object({
    type: z
      .literal("ftp")
      .describe(
        "A server that takes files by FTP over TLS. With an `ftps://` address its certificate has to be trusted, too.",
      ),
    ...fileServer,
    allowPlainText: z
      .boolean()
      .default(false)
      .describe(
        "Whether the account, its password and the files are sent without TLS if the server doesn't offer it. Anyone on the way can read them then.",
      ),
  }),
]);
export type PublishDestination = z.output<typeof PublishDestination>;
