import * as z from "zod";

const Address = z.url({ protocol: /^https?$/, error: "an address that begins with https:// is needed" }).max(2_000);
const secretAddress = "A secret: answers show its server only.";

const Slack = z.object({
  type: z.literal("slack").describe("A channel of Slack, by an incoming webhook."),
  channelUrl: Address.describe(`Its address. ${secretAddress}`),
});
const Teams = z.object({
  type: z.literal("teams").describe("A channel or chat of Microsoft Teams, by a workflow."),
  workflowUrl: Address.describe(`The workflow's address. ${secretAddress}`),
});
const Discord = z.object({
  type: z.literal("discord").describe("A channel of Discord, by a webhook."),
  channelUrl: Address.describe(`Its address. ${secretAddress}`),
});
const HeaderName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "a header's name is needed");
const Webhook = z.object({
  type: z.literal("webhook").describe("Another server, by calls that are signed as Standard Webhooks says."),
  webhookUrl: Address.describe(`Where it takes calls. ${secretAddress}`),
  headers: z
    .record(
      HeaderName,
      z
        .string()
        .max(4_000)
        .regex(/^[\t\x20-\x7e]*$/, "a header has one line of ASCII"),
    )
    .optional()
    .describe("Headers of the calls. Secrets: answers show their names only."),
});
const MailAddress = z.email().max(254);
const Email = z.object({
  type: z.literal("email").describe("People, by e-mail."),
  host: z
    .string()
    .regex(/^[A-Za-z0-9.:[\]-]{1,253}$/, "the name of a server is needed")
    .describe("The server that sends mail, by SMTP."),
  port: z.int().min(1).max(65_535).default(587).describe("Its port."),
  security: z
    .enum(["starttls", "tls", "none"])
    .default("starttls")
    .describe(
      "`starttls`: TLS before anything is said. `tls`: TLS from the beginning on, as on port 465. `none`: without, and without an account.",
    ),
  user: z.string().min(1).max(255).optional().describe("The account that sends."),
  password: z
    .string()
    .min(1)
    .max(1_024)
    .optional()
    .describe("Its password. Left out in a change, it stays if `host`, `port`, `security` and `user` stay."),
  from: MailAddress.describe("Whom mails are from."),
  to: z.array(MailAddress).min(1).max(50).describe("Who gets them."),
});

/** Target of notifications, with its secrets. */
export const Target = z
  .discriminatedUnion("type", [Slack, Teams, Discord, Webhook, Email])
  .refine((target) => target.type !== "email" || target.security !== "none" || target.user === undefined, {
    path: ["security"],
    error: "an account needs `starttls` or `tls`: its password would be sent for all to read",
  });
export type Target = z.output<typeof Target>;

export const ShownTarget = z.discriminatedUnion("type", [
  Slack.extend({ channelUrl: z.string().describe("Its server.") }),
  Teams.extend({ workflowUrl: z.string().describe("Its server.") }),
  Discord.extend({ channelUrl: z.string().describe("Its server.") }),
  z.object({
    type: Webhook.shape.type,
    webhookUrl: z.string().describe("Its server."),
    headerNames: z.array(z.string()).describe("The headers that are sent along."),
  }),
  Email.omit({ password: true }).extend({ hasPassword: z.boolean().describe("Whether a password is stored.") }),
]);
export type ShownTarget = z.output<typeof ShownTarget>;
