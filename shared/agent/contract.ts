import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { HostReport } from "./protocol/commands/host-commands.ts";

const AgentId = z.uuid().describe("The agent's id.");
const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]+$/u, "must have no control characters");

/** Public Ed25519 key: its 32 bytes in base64url. */
const PublicKey = z.string().regex(/^[\w-]{43}$/, "must be a public Ed25519 key in base64url");

/** Public RSA key in the format of the Admin API. */
const ServerKey = z
  .string()
  .max(2000)
  .regex(/^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/, "must be a public key in PEM");

export const Agent = z.object({
  id: AgentId,
  name: z.string().describe("What it calls its host."),
  state: z
    .enum(["linked", "away", "revoked"])
    .describe("`linked`: it can be asked now. `away`: enrolled, without a link at the moment. `revoked`: no more."),
  enrolledAt: Timestamp.describe("When it was enrolled."),
  revokedAt: Timestamp.nullable().describe("When it was revoked or replaced."),
  lastSeenAt: Timestamp.nullable().describe("When it was heard last, to about half a minute. Null: never."),
  serverKey: z
    .object({
      name: z.string().describe("What it is called in the Admin Console."),
      registeredAt: Timestamp.nullable().describe("When FileMaker Server has taken it. Null: it does not know it yet."),
    })
    .nullable()
    .describe("The key by which it signs in at FileMaker Server's Admin API. Null: its version has none."),
  isOutdated: z
    .boolean()
    .describe("Whether its version lacks something that this service asks for. Update it: its enrolment stays."),
  report: HostReport.nullable().describe("What it said about its host at the last start of a link."),
});
export type Agent = z.infer<typeof Agent>;

const agentExample = {
  id: "0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11",
  name: "fms.example.com",
  state: "linked",
  enrolledAt: "2026-11-20T09:15:02.114Z",
  revokedAt: null,
  lastSeenAt: "2026-11-20T09:20:02.114Z",
  serverKey: {
    name: "latchkey-agent-0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11",
    registeredAt: "2026-11-20T09:15:03.114Z",
  },
  isOutdated: false,
  report: null,
};
const codeExample = "lc-7m2q-x4ta-9k3b-w5ze-1h8n-c6yr-0d2v-p9sj";

export const agent = resource({
  listAgents: {
    method: "GET",
    path: "/svc/api/agents",
    summary: "List the agents on the database host",
    description: "One works at a time; the others were replaced or revoked.",
    access: "admin",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({
      agents: z.array(Agent).describe("A page of agents, oldest first."),
      cursor: Cursor.nullable().describe("Where the next page begins. Null: this was the last."),
    }),
    errors: [],
    example: { output: { agents: [agentExample], cursor: null } },
  },
  createEnrolmentCode: {
    method: "POST",
    path: "/svc/api/agents",
    summary: "Create a code that enrols an agent",
    description: "The code works once and for ten minutes. Hand it to `latchkey-agent enrol` on the database host.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      replace: z.boolean().default(false).describe("Whether the new agent may take the place of an enrolled one."),
    }),
    output: z.object({
      code: z.string().describe("The code. It is shown here and never again."),
      expiresAt: Timestamp.describe("When it stops working."),
    }),
    errors: ["agent_exists"],
    changes: () => "agent-code",
    example: { input: { replace: false }, output: { code: codeExample, expiresAt: "2026-11-20T09:25:02.114Z" } },
  },
  enrolAgent: {
    method: "POST",
    path: "/svc/api/agents/enrol",
    summary: "Enrol an agent with a code",
    description: "Called by the agent itself. The code is the proof; the agent's private key never leaves its host.",
    access: "own",
    input: z.object({
      code: z.string().min(1).max(200).describe("The code, as it was created."),
      name: Name.describe("What the agent calls its host."),
      publicKey: PublicKey.describe("The key that the agent signs with."),
      serverKey: ServerKey.optional().describe(
        "The public key that the agent is to sign in with at FileMaker Server's Admin API. It is registered there with the account of the administrator who made the code.",
      ),
    }),
    output: z.object({
      id: AgentId,
      linkAddress: z.string().describe("Where the agent opens its link."),
      servicePublicKey: PublicKey.describe("The key that the service signs with, for this agent."),
    }),
    errors: ["agent_code_refused", "agent_exists"],
    changes: (_input, output?: { readonly id: string }) => output && `agent:${output.id}`,
    example: {
      input: { code: codeExample, name: "fms.example.com", publicKey: "4mZr0T5qQ2nB8vK1xYw7cUeJ6hPsLdGaFoNiRtVbMzX" },
      output: {
        id: agentExample.id,
        linkAddress: "wss://latchkey.example.com/svc/agent",
        servicePublicKey: "9kX0zMbVtRiNoFaGdLsPh6JeUc7wYx1Kv8Bn2Qq5T0Z",
      },
    },
  },
  createSignInCode: {
    method: "POST",
    path: "/svc/api/agents/sign-in-code",
    summary: "Create a one-time code for signing in, from the database host",
    description:
      "Called by `latchkey-agent sign-in-code` on the database host, for an administrator who cannot sign in while FileMaker Server does not answer. The agent's signature is the proof. The code works once and for ten minutes.",
    access: "own",
    holdsSecret: true,
    input: z.object({
      proof: z.string().min(1).max(4_000).describe("A frame that the agent has signed just now, in base64url."),
    }),
    output: z.object({
      code: z.string().describe("The code, for `POST /svc/api/session`. It is shown here and never again."),
      id: z.string().describe("What the audit trail calls it. Opens nothing."),
      agent: AgentId,
      expiresAt: Timestamp.describe("When it stops working."),
    }),
    errors: ["agent_signature_refused", "agent_clock_wrong"],
    changes: (_input, output?: { readonly id: string; readonly agent: string }) =>
      output && [`sign-in-code:${output.id}`, `agent:${output.agent}`],
    example: {
      input: { proof: "eyJhZ2VudCI6IjAxOTM0NzFm…" },
      output: {
        code: "si-7m2q-x4ta-9k3b-w5ze-1h8n",
        id: "1f3a9c20",
        agent: agentExample.id,
        expiresAt: "2026-11-20T09:25:02.114Z",
      },
    },
  },
  registerServerKey: {
    method: "POST",
    path: "/svc/api/agents/{id}/server-key",
    summary: "Register the agent's key at FileMaker Server's Admin API",
    description: "Done at enrolment, too. With it the agent opens and closes files without a user's password.",
    access: "admin",
    input: z.object({ id: AgentId }),
    output: z.object({
      ok: z.boolean().describe("It is done."),
      name: z.string().describe("What the key is called in the Admin Console."),
    }),
    errors: ["agent_not_found", "server_key_missing", "admin_role_refused", "upstream_unreachable", "upstream_broken"],
    changes: ({ id }: { readonly id: string }) => `agent:${id}`,
    example: {
      input: { id: agentExample.id },
      output: { ok: true, name: "latchkey-agent-0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11" },
    },
  },
  revokeAgent: {
    method: "DELETE",
    path: "/svc/api/agents/{id}",
    summary: "Revoke an agent",
    description: "Its link is closed, it opens no other, and its key at FileMaker Server is deleted.",
    access: "admin",
    input: z.object({ id: AgentId }),
    output: z.object({
      ok: z.boolean().describe("It is done."),
      isServerKeyRemoved: z
        .boolean()
        .describe(
          "Whether FileMaker Server's Admin API knows its key no more. Where not, delete it in the Admin Console.",
        ),
    }),
    errors: ["agent_not_found"],
    changes: ({ id }: { readonly id: string }) => `agent:${id}`,
    example: { input: { id: agentExample.id }, output: { ok: true, isServerKeyRemoved: true } },
  },
});
