import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { HostFinding, HostReport } from "./protocol/commands/host-commands.ts";

const AgentId = z.uuid().describe("Agent ID.");
const Name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]+$/u, "must not contain control characters");

/** Public Ed25519 key: its 32 bytes in base64url. */
const PublicKey = z.string().regex(/^[\w-]{43}$/, "must be a public Ed25519 key in base64url");

/** Public RSA key in the format of the Admin API. */
const ServerKey = z
  .string()
  .max(2000)
  .regex(/^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----\s*$/, "must be a public key in PEM");

export const Agent = z.object({
  id: AgentId,
  name: z.string().describe("Host name that the agent reports."),
  state: z
    .enum(["linked", "away", "revoked"])
    .describe("`linked`: connected. `away`: enrolled, but not connected. `revoked`: no longer accepted."),
  enrolledAt: Timestamp.describe("Enrollment time."),
  revokedAt: Timestamp.nullable().describe(
    "Time when the agent was revoked or replaced. Null if it is still enrolled.",
  ),
  lastSeenAt: Timestamp.nullable().describe(
    "Time of its last message, accurate to about 30 seconds; null means never.",
  ),
  serverKey: z
    .object({
      name: z.string().describe("Name of the key in the Admin Console."),
      registeredAt: Timestamp.nullable().describe(
        "Time when the key was registered with FileMaker Server; null means it isn't registered.",
      ),
    })
    .nullable()
    .describe(
      "Key with which the agent signs in to FileMaker Server's Admin API. Null if its version doesn't support this.",
    ),
  isOutdated: z
    .boolean()
    .describe("True if the agent's version lacks something that this service uses. Update it; it stays enrolled."),
  report: HostReport.nullable().describe("The agent's last report about its host, sent when it connects."),
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
    summary: "List agents",
    description: "Only one agent is active at a time. The others were replaced or revoked.",
    access: "admin",
    input: z.object({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({
      agents: z.array(Agent).describe("A page of agents, oldest first."),
      cursor: Cursor.nullable().describe("Cursor of the next page; null on the last page."),
    }),
    errors: [],
    example: { output: { agents: [agentExample], cursor: null } },
  },
  createEnrolmentCode: {
    method: "POST",
    path: "/svc/api/agents",
    summary: "Create an enrollment code",
    description: "The code works once, for ten minutes. Enter it in `latchkey agent enroll` on the database host.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      replace: z.boolean().default(false).describe("Lets the new agent replace an enrolled one."),
    }),
    output: z.object({
      code: z.string().describe("The code. Shown only once."),
      expiresAt: Timestamp.describe("Expiry time."),
    }),
    errors: ["agent_exists"],
    changes: () => "agent-code",
    example: { input: { replace: false }, output: { code: codeExample, expiresAt: "2026-11-20T09:25:02.114Z" } },
  },
  enrolAgent: {
    method: "POST",
    path: "/svc/api/agents/enrol",
    summary: "Enroll an agent",
    description: "Called by the agent. The code authenticates it; the agent's private key never leaves its host.",
    access: "own",
    input: z.object({
      code: z.string().min(1).max(200).describe("The enrollment code."),
      name: Name.describe("Host name that the agent reports."),
      publicKey: PublicKey.describe("Public key of the agent's signatures."),
      serverKey: ServerKey.optional().describe(
        "Public key with which the agent will sign in to FileMaker Server's Admin API. It is registered with the account of the administrator who created the code.",
      ),
    }),
    output: z.object({
      id: AgentId,
      linkAddress: z.string().describe("WebSocket address that the agent connects to."),
      servicePublicKey: PublicKey.describe("Public key of the service's signatures for this agent."),
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
    summary: "Create a sign-in code on the database host",
    description:
      "Called by `latchkey-agent sign-in-code` on the database host, for administrators who can't sign in because FileMaker Server is unavailable. The agent's signature authenticates the request. The code works once, for ten minutes.",
    access: "own",
    holdsSecret: true,
    input: z.object({
      proof: z.string().min(1).max(4_000).describe("A frame signed by the agent just now, in base64url."),
    }),
    output: z.object({
      code: z.string().describe("The code for `POST /svc/api/session`. Shown only once."),
      id: z.string().describe("Identifier of the code in the audit trail. It can't be used to sign in."),
      agent: AgentId,
      expiresAt: Timestamp.describe("Expiry time."),
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
    summary: "Register the agent's key with FileMaker Server's Admin API",
    description: "Also done at enrollment. The key lets the agent open and close files without a user's password.",
    access: "admin",
    input: z.object({ id: AgentId }),
    output: z.object({
      ok: z.boolean().describe("Always true."),
      name: z.string().describe("Name of the key in the Admin Console."),
    }),
    errors: [
      "agent_not_found",
      "server_key_missing",
      "admin_role_refused",
      "upstream_unreachable",
      "certificate_refused",
      "upstream_broken",
    ],
    changes: ({ id }: { readonly id: string }) => `agent:${id}`,
    example: {
      input: { id: agentExample.id },
      output: { ok: true, name: "latchkey-agent-0193471f-5e5b-7c1d-9a40-2f6f1f0f9d11" },
    },
  },
  checkHost: {
    method: "POST",
    path: "/svc/api/agents/{id}/check",
    summary: "Check the database host",
    description:
      "The agent runs the checks of `latchkey agent doctor`: its account, the connection, FileMaker Server's Admin API, tools, folders and logs. " +
      "Nothing lasting is changed. A check that takes too long is `unknown`.",
    access: "admin",
    role: "operator",
    input: z.object({ id: AgentId }),
    output: z.object({
      ok: z.boolean().describe("True if no check failed."),
      checkedAt: Timestamp.describe("Time of the checks."),
      findings: z
        .array(
          HostFinding.extend({
            remedy: z.string().nullable().describe("Instruction to fix the problem; null if there is none."),
          }),
        )
        .describe("Results of all checks."),
    }),
    errors: ["agent_not_found", "agent_unavailable", "agent_timeout", "agent_too_old", "agent_refused"],
    changes: false,
    example: {
      input: { id: agentExample.id },
      output: {
        ok: true,
        checkedAt: "2026-11-20T09:20:02.114Z",
        findings: [
          {
            check: "tool_FMUpgradeTool",
            state: "warning",
            text: "FMUpgradeTool is missing.",
            remedy: "Install FileMaker Server with its tools.",
          },
        ],
      },
    },
  },
  revokeAgent: {
    method: "DELETE",
    path: "/svc/api/agents/{id}",
    summary: "Revoke an agent",
    description: "Closes its connection, rejects new ones, and deletes its key from FileMaker Server.",
    access: "admin",
    input: z.object({ id: AgentId }),
    output: z.object({
      ok: z.boolean().describe("Always true."),
      isServerKeyRemoved: z
        .boolean()
        .describe(
          "True if its key was deleted from FileMaker Server's Admin API. If false, delete the key in the Admin Console.",
        ),
    }),
    errors: ["agent_not_found"],
    changes: ({ id }: { readonly id: string }) => `agent:${id}`,
    example: { input: { id: agentExample.id }, output: { ok: true, isServerKeyRemoved: true } },
  },
});
