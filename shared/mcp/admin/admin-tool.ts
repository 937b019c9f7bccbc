import type { Operation } from "#shared/contract/operation.ts";
import { type Role, roles } from "#shared/contract/roles.ts";
import type { Preview } from "../guards/confirmations.ts";
import type { ValueSchema } from "../protocol/schema.ts";
import type { Tool, ToolAnnotations, ToolCall, ToolOutcome } from "../protocol/tool-set.ts";
import type { ApiCalls, ApiRoute } from "./api-routes.ts";
import type { Toolset } from "./contract.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** Context of a tool call. */
export interface ToolContext {
  readonly api: ApiCalls;
  readonly call: ToolCall;
  /** Start of the requested page, in the form that the tool wrote; undefined for the first page. */
  readonly position: unknown;
  /** Creates the cursor for the next page. */
  readonly cursor: (position: unknown) => Promise<string>;
}

/** Tool of the endpoint for administrators. */
export interface AdminTool {
  readonly toolset: Toolset;
  readonly tool: Tool;
  /** Operations that it can call. Calls of others fail. */
  readonly uses: readonly ApiRoute<Operation>[];
  /** Highest role that one of these operations needs. */
  readonly role: Role;
  /** Describes the effect of a destructive tool, for the user to confirm. */
  readonly preview: ((given: Arguments, context: ToolContext) => Promise<Preview>) | undefined;
  readonly run: (given: Arguments, context: ToolContext) => Promise<ToolOutcome>;
}

/** Texts and input schema of a tool. */
interface ToolWords {
  readonly title: string;
  readonly uses: AdminTool["uses"];
  readonly description: string;
  readonly input?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly output: Readonly<Record<string, ValueSchema>>;
  /** True if results contain text from elsewhere: log lines, webhook bodies, notes. */
  readonly openWorld?: boolean;
}

type Run = AdminTool["run"];

/** Creates a tool that changes nothing. */
export function readTool(toolset: Toolset, name: string, words: ToolWords, run: Run): AdminTool {
  return made(toolset, name, words, { readOnlyHint: true, destructiveHint: false, idempotentHint: true }, run);
}

/** Creates a tool that adds, opens or starts something and destroys nothing. */
export function writeTool(
  toolset: Toolset,
  name: string,
  words: ToolWords & { readonly idempotent?: boolean },
  run: Run,
): AdminTool {
  const { idempotent: idempotentHint = false } = words;
  return made(toolset, name, words, { readOnlyHint: false, destructiveHint: false, idempotentHint }, run);
}

/** Creates a tool that closes, overwrites, deletes or disconnects something. The user must confirm it first. */
export function destructiveTool(
  toolset: Toolset,
  name: string,
  words: ToolWords,
  preview: NonNullable<AdminTool["preview"]>,
  run: Run,
): AdminTool {
  const confirmed: ToolWords = {
    ...words,
    description: `${words.description} Ask the user first: without confirm_token the tool changes nothing; it returns a preview and a token for the call that makes the change.`,
    input: {
      ...words.input,
      confirm_token: {
        type: "string",
        maxLength: 2_000,
        description: "Token of the preview, after the user agreed. Leave out in the first call",
      },
    },
    output: { ...words.output, confirmation_needed: { type: "string" }, confirm_token: { type: "string" } },
  };
  const hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
  return { ...made(toolset, name, confirmed, hints, run), preview };
}

function made(
  toolset: Toolset,
  name: string,
  { title, uses, description, input = {}, required, output, openWorld: openWorldHint = false }: ToolWords,
  hints: Omit<ToolAnnotations, "openWorldHint">,
  run: Run,
): AdminTool {
  const tool: Tool = {
    name,
    title,
    description,
    inputSchema: {
      type: "object",
      properties: input,
      ...(required !== undefined && { required }),
      additionalProperties: false,
    },
    outputSchema: { type: "object", properties: output },
    annotations: { ...hints, openWorldHint },
  };
  const role = roles[Math.max(0, ...uses.map((route) => roles.indexOf(route.role)))] as Role;
  return { toolset, tool, uses, role, preview: undefined, run };
}
