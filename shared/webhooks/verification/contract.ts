import * as z from "zod";

/** Name of a header. */
export const HeaderName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "must be the name of a header");

/** Method that verifies the sender of an event. */
export const Verification = z
  .discriminatedUnion("scheme", [
    z.object({ scheme: z.literal("none").describe("By its key alone.") }),
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
        ])
        .describe("As this sender, or every sender that follows this standard, signs."),
    }),
    z.object({
      scheme: z.literal("hmac").describe("As described here."),
      header: HeaderName.describe("The header with the signature, or with several."),
      algorithm: z.enum(["sha256", "sha512", "sha1"]).default("sha256").describe("The hash function of the HMAC."),
      encoding: z.enum(["hex", "base64"]).default("hex").describe("How the signature is written."),
      prefix: z.string().max(50).default("").describe("What stands before the signature, such as `sha256=`."),
      template: z
        .string()
        .min(1)
        .max(200)
        .refine((text) => text.split("{body}").length <= 2, "must hold `{body}` no more than once")
        .default("{body}")
        .describe(
          "What is signed: text with `{body}` and, if the sender signs them too, `{timestamp}`, `{id}` and `{url}`. `{timestamp}` is needed with `timestamp`.",
        ),
      listSeparator: z
        .string()
        .max(5)
        .default("")
        .describe("What stands between several signatures; empty where there is one."),
      pairName: z
        .string()
        .max(20)
        .default("")
        .describe("The name of the signature in a list of pairs: `v1` in `t=…,v1=…`."),
      keyDecoding: z
        .enum(["text", "base64"])
        .default("text")
        .describe("Whether the secret is the key itself, or the key in base64."),
      timestamp: z
        .object({
          header: HeaderName.optional().describe("The header with the time."),
          pairName: z.string().max(20).optional().describe("Or its name in the list of pairs."),
          unit: z.enum(["s", "ms"]).default("s").describe("Seconds or milliseconds since 1970."),
          toleranceSeconds: z
            .int()
            .min(1)
            .max(86_400)
            .default(300)
            .describe("How far the time may be from now. Older events are refused."),
        })
        .refine(
          ({ header, pairName }) => (header === undefined) !== (pairName === undefined),
          "name either `header` or `pairName`",
        )
        .optional()
        .describe("The time that is signed with the event, where there is one."),
      idHeader: HeaderName.optional().describe(
        "The header with the event's id. If the template has no `{id}`, the id isn't signed, and events are recognized again by their body; `duplicates.header` has them recognized by a header.",
      ),
    }),
    z.object({
      scheme: z.literal("token").describe("By a header with the secret itself, as GitLab sends it."),
      header: HeaderName.describe("The header with the secret."),
    }),
  ])
  .describe(
    "How a sender proves that an event is its own. Every scheme but `none` needs a secret: at least 16 characters for those that you make up (`github`, `woocommerce`, `typeform`, `token`), at least 12 for `hmac`.",
  );
export type Verification = z.infer<typeof Verification>;
