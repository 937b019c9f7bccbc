import * as z from "zod";

/** Name of a header. */
export const HeaderName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "must be a header name");

/** Method that verifies the sender of an event. */
export const Verification = z
  .discriminatedUnion("scheme", [
    z.object({ scheme: z.literal("none").describe("No verification, only the API key.") }),
    z.object({
      scheme: z
        .enum([
          "standard-webhooks",
          "svix",
          "stripe",
          "github",
          "shopify",
          "slack",
          "woocommerce",
          "typeform",
          "paddle",
          "bitbucket",
          "box",
          "calendly",
          "docusign",
          "dropbox",
          "hubspot",
          "lemon-squeezy",
          "linear",
          "pagerduty",
          "razorpay",
          "sentry",
          "square",
          "trello",
          "twilio",
          "twitch",
          "xero",
          "zendesk",
          "zoom",
        ])
        .describe("Signature scheme of this sender or standard."),
    }),
    z.object({
      scheme: z.literal("hmac").describe("A custom HMAC signature."),
      header: HeaderName.describe("Header with one or more signatures."),
      algorithm: z.enum(["sha256", "sha512", "sha1"]).default("sha256").describe("Hash function of the HMAC."),
      encoding: z.enum(["hex", "base64"]).default("hex").describe("Encoding of the signature."),
      prefix: z.string().max(50).default("").describe("Prefix of the signature, such as `sha256=`."),
      template: z
        .string()
        .min(1)
        .max(200)
        .refine((text) => text.split("{body}").length <= 2, "must have `{body}` at most once")
        .default("{body}")
        .describe(
          "Signed text, with `{body}` and, if the sender signs them too, `{timestamp}`, `{id}` and `{url}`. `{form}` instead of `{body}` is the names and values of a form's fields, sorted by name and without separators, as Twilio signs them. `{url}` is the address as you entered it at the sender, with the key and the query. `timestamp` requires `{timestamp}`.",
        ),
      listSeparator: z
        .string()
        .max(5)
        .default("")
        .describe("Separator between several signatures; empty for a single one."),
      pairName: z
        .string()
        .max(20)
        .default("")
        .describe("Name of the signature in a list of pairs: `v1` in `t=…,v1=…`."),
      keyDecoding: z
        .enum(["text", "base64"])
        .default("text")
        .describe("Format of the secret: the key itself, or the key in base64."),
      timestamp: z
        .object({
          header: HeaderName.optional().describe("Header with the timestamp."),
          pairName: z
            .string()
            .max(20)
            .optional()
            .describe("Name of the timestamp in a list of pairs, instead of a header."),
          unit: z
            .enum(["s", "ms"])
            .default("s")
            .describe(
              "Unit of a number: seconds or milliseconds since 1970. RFC 3339 times and HTTP dates are also accepted.",
            ),
          toleranceSeconds: z
            .int()
            .min(1)
            .max(86_400)
            .default(300)
            .describe("Maximum difference from the current time, in seconds. Older events are rejected."),
        })
        .refine(
          ({ header, pairName }) => (header === undefined) !== (pairName === undefined),
          "name either `header` or `pairName`",
        )
        .optional()
        .describe("Signed timestamp of the event, if there is one."),
      idHeader: HeaderName.optional().describe(
        "Header with the event's id. If the template has no `{id}`, the id isn't signed, and duplicates are detected by the body; set `duplicates.header` to detect them by a header.",
      ),
    }),
    z.object({
      scheme: z.literal("token").describe("A header with the secret itself, as GitLab sends it."),
      header: HeaderName.describe("Header with the secret."),
    }),
  ])
  .describe(
    "Verification of the sender. Every scheme except `none` needs a secret: at least 16 characters if you choose it (`github`, `woocommerce`, `typeform`, `bitbucket`, `lemon-squeezy`, `razorpay`, `twitch`, `token`), at least 12 for `hmac`.",
  );
export type Verification = z.infer<typeof Verification>;
