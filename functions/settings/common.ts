import * as z from "zod";
import { CallerOrigin, List, Megabytes, Network, Origin, Prefix, Switch, wholeNumber } from "./scalars.ts";

/** Settings that one machine and AWS have in common. On AWS, loading only these keeps the start of functions short. */
export const commonSettings = {
  SERVICE_PREFIX: Prefix.default("svc").meta({ description: "First segment of every path." }),
  SERVICE_PREFIX_ALIASES: List.pipe(z.array(Prefix)).default(["otto"]).meta({
    description:
      "Additional first segments for the same routes, separated by commas. `otto` is the address of OttoFMS, for clients that moved from it. Set the prefix itself to have none.",
  }),
  FMS_ADMIN_URL: Origin.optional().meta({
    description: "Address of FileMaker Server's Admin API.",
    unset: "`FMS_URL`",
  }),
  PREVENT_DAPI_CALLOUT: Switch.default(false).meta({
    description:
      "`true`: sends Data API logins and proxied calls to `FMS_LOOPBACK_URL`, and rejects calls for webhooks and OData MCP, and table triggers without the relay.",
  }),
  CALLOUT_NETWORKS: List.pipe(z.array(Network)).default([]).meta({
    description:
      "Private networks that calls to other servers can reach: addresses or CIDR ranges, separated by commas. Public addresses are always allowed, loopback and cloud metadata addresses never. Calls with an Admin API key or a configuration can use plain HTTP in these networks; everywhere else, they require HTTPS. The same rules apply to table triggers without the relay.",
  }),
  KNOWN_NETWORKS: List.pipe(z.array(Network)).default([]).meta({
    description:
      "Networks whose clients can sign in while others guess passwords, for example programs that use a password from changing addresses: addresses or CIDR ranges, separated by commas. Each network is limited to 10 wrong passwords per account and 20 in total within 15 minutes. List only networks that you trust.",
  }),
  GOOGLE_AUTH_WITHOUT_GROUPS: Switch.default(false).meta({
    description:
      "`true`: `POST /svc/api/google-auth/token` exchanges codes with Google even if no credentials are saved. The ID tokens then contain no groups.",
  }),
  UPLOAD_MAX_MB: Megabytes.default(2_000).meta({
    description: "Maximum size of a file for `/svc/api/uploads`, in megabytes of 1,000,000 bytes.",
  }),
  UPLOAD_KEY_MB: Megabytes.default(4_000).meta({
    description: "Maximum total size of a Data API key's unused uploads, in megabytes.",
  }),
  SESSION_IDLE_MINUTES: wholeNumber(1, 24 * 60)
    .default(30)
    .meta({
      description: "Lifetime of a user's unused session, in minutes.",
    }),
  SESSION_HOURS: wholeNumber(1, 24 * 30)
    .default(12)
    .meta({
      description: "Maximum lifetime of a user's session, in hours.",
    }),
  OAUTH_TOKEN_MINUTES: wholeNumber(1, 60).default(10).meta({
    description: "Lifetime of an AI client's access token after a sign-in, in minutes.",
  }),
  OAUTH_IDLE_DAYS: wholeNumber(1, 365).default(30).meta({
    description: "Lifetime of an AI client's unused sign-in, in days.",
  }),
  OAUTH_DAYS: wholeNumber(1, 365).default(90).meta({
    description: "Maximum lifetime of an AI client's sign-in, in days.",
  }),
  OAUTH_REUSE_SECONDS: wholeNumber(0, 600).default(120).meta({
    description: "Time for which an AI client's refresh token stays valid after its first use, in seconds.",
  }),
  OAUTH_CLIENT_HOSTS: List.default([]).meta({
    description:
      "Allowed hosts for metadata documents of AI clients, such as `claude.ai`, separated by commas. Doesn't apply to clients that register themselves.",
    unset: "every public host",
  }),
  MCP_CALLS_PER_MINUTE: wholeNumber(1, 10_000).default(60).meta({
    description:
      "Maximum number of tool calls per minute of an AI client with one credential. An MCP server can have a limit of its own.",
  }),
  MCP_DESTRUCTIVE_PER_HOUR: wholeNumber(1, 10_000).default(10).meta({
    description:
      "Maximum number of tool calls per hour, per credential, that close, overwrite, delete or disconnect something.",
  }),
  DEBUG_APP_LOG: Switch.default(false).meta({
    description:
      "`true`: also stores the levels `http`, `verbose` and `debug` of `POST /svc/api/app-log`, in `app-debug.log`.",
  }),
  AUDIT_DAYS: wholeNumber(1, 3650).default(365).meta({ description: "Retention of the audit trail, in days." }),
  TRASH_DAYS: wholeNumber(1, 3650).default(30).meta({
    description: "Retention of deleted files in the trash, in days.",
  }),
  DISK_FLOOR_MB: Megabytes.default(1_000).meta({
    description:
      "Free disk space on the database host that tasks must leave, in megabytes of 1,000,000 bytes. A task that would leave less is rejected before it starts.",
  }),
  KEEPJIT: Switch.default(false).meta({
    description:
      "`true`: keeps builds that other servers created for one deployment. Otherwise, they are deleted after it.",
  }),
  JIT_BUILD_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(1_800).meta({
    description: "Timeout of a deployment for a build that another server creates for it, in seconds.",
  }),
  PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "Default timeout for a script before a build, in seconds.",
  }),
  PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "The same for a script before a deployment.",
  }),
  POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "The same for a script after a deployment.",
  }),
  CORS_ORIGINS: List.pipe(z.array(CallerOrigin)).default([]).meta({
    description:
      "Origins whose pages can call the APIs with a key, separated by commas, such as `https://shop.example.com`. The console's cookie is never accepted from them. `null` allows FileMaker's web viewers, and every sandboxed page with them; [see the risk](../guides/running.md#allow-filemakers-web-viewers).",
  }),
};
