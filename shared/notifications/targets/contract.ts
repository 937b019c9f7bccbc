import * as z from "zod";

const Address = z.url({ protocol: /^https?$/, error: "must be an address that begins with https://" }).max(2_000);
const secretAddress = "A secret: responses show only the server.";

const Slack = z.object({
  type: z.literal("slack").describe("A Slack channel, through an incoming webhook."),
  channelUrl: Address.describe(`Address of the webhook. ${secretAddress}`),
});
const Teams = z.object({
  type: z.literal("teams").describe("A Microsoft Teams channel or chat, through a workflow."),
  workflowUrl: Address.describe(`Address of the workflow. ${secretAddress}`),
});
const Discord = z.object({
  type: z.literal("discord").describe("A Discord channel, through a webhook."),
  channelUrl: Address.describe(`Address of the webhook. ${secretAddress}`),
});
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "must be a header name");
const Webhook = z.object({
  type: z.literal("webhook").describe("Another server, through calls signed according to Standard Webhooks."),
  webhookUrl: Address.describe(`Address that accepts the calls. ${secretAddress}`),
  headers: z
    .record(
      HeaderName,
      z
        .string()
        .max(4_000)
        .regex(/^[\t\x20-\x7e]*$/, "must be a single line of ASCII"),
    )
    .optional()
    .describe("Headers of the calls. Secrets: responses show only their names."),
});
const MailAddress = z.email().max(254);
const Email = z.object({
  type: z.literal("email").describe("People, by email."),
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:[\]-]{1,253}$/, "must be a server name")
    .describe("The SMTP server."),
  port: z.int().min(1).max(65_535).default(587).describe("Its port."),
  security: z
    .enum(["starttls", "tls", "none"])
    .default("starttls")
    .describe(
      "`starttls`: upgrade to TLS before anything else is sent. `tls`: TLS from the start, as on port 465. `none`: no TLS and no account.",
    ),
  user: z.string().min(1).max(255).optional().describe("Account name for sending."),
  password: z
    .string()
    .min(1)
    .max(1_024)
    .optional()
    .describe(
      "Password of the account. Can be left out in an update if `host`, `port`, `security` and `user` don't change.",
    ),
  from: MailAddress.describe("Sender of the emails."),
  to: z.array(MailAddress).min(1).max(50).describe("Recipients."),
});

/** Target of notifications, with its secrets. */
export const Target = z
  .discriminatedUnion("type", [Slack, Teams, Discord, Webhook, Email])
  .refine((target) => target.type !== "email" || target.security !== "none" || target.user === undefined, {
    path: ["security"],
    error: "an account requires `starttls` or `tls`: without TLS its password would be sent unencrypted",
  });
export type Target = z.output<typeof Target>;

export const ShownTarget = z.discriminatedUnion("type", [
  Slack.extend({ channelUrl: z.string().describe("Server of the address.") }),
  Teams.extend({ workflowUrl: z.string().describe("Server of the address.") }),
  Discord.extend({ channelUrl: z.string().describe("Server of the address.") }),
  z.object({
    type: Webhook.shape.type,
    webhookUrl: z.string().describe("Server of the address."),
    headerNames: z.array(z.string()).describe("Names of the headers that are sent."),
  }),
  Email.omit({ password: true }).extend({ hasPassword: z.boolean().describe("True if a password is stored.") }),
]);
export type ShownTarget = z.output<typeof ShownTarget>;
