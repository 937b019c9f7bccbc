import type { Operation } from "#shared/contract/operation.ts";
import { type Role, roles } from "#shared/contract/roles.ts";
import type { Preview } from "../guards/confirmations.ts";
import type { ValueSchema } from "../protocol/schema.ts";
import type { Tool, ToolAnnotations, ToolCall, ToolOutcome } from "../protocol/tool-set.ts";
import type { ApiCalls, ApiRoute } from "./api-routes.ts";
import type { Toolset } from "./contract.ts";
import { flag, type ResultFields, text, whole } from "./result-fields.ts";

export type Arguments = Readonly<Record<string, unknown>>;

/** Context of a tool call. */
export interface ToolContext {
  readonly api: ApiCalls;
  readonly call: ToolCall;
  /** Start of the requested page, in the form that the tool wrote; undefined for the first page. */
  readonly position: unknown;
  /** Returns the address of a page of the console. */
  readonly consoleUrl: (path: string) => string;
  /** Creates the cursor for the next page. */
  readonly cursor: (position: unknown) => Promise<string>;
}

/** Tool of the endpoint for administrators. */
export interface AdminTool {
  readonly toolset: Toolset;
  readonly tool: Tool;
  /** Operations that it can call. Calls of others fail. */
  readonly uses: readonly ApiRoute<Operation>[];
  /** Operations that it calls if the role allows them; the result says what is missing without them. */
  readonly alsoUses: readonly ApiRoute<Operation>[];
  /** Highest role that one of the operations in `uses` needs. */
  readonly role: Role;
  /** Describes the effect of a destructive tool, for the user to confirm. */
  readonly preview: ((given: Arguments, context: ToolContext) => Promise<Preview>) | undefined;
  /** Returns the page on which the user does it instead, if it needs a secret. */
  readonly link?: (given: Arguments, context: ToolContext) => Promise<LinkToPage | undefined>;
  readonly run: (given: Arguments, context: ToolContext) => Promise<ToolOutcome>;
}

/** Page of the console for something that needs a secret. */
export interface LinkToPage {
  readonly url: string;
  /** Sentence for the user. */
  readonly message: string;
  /** Next step for the model. */
  readonly next: string;
}

/** Texts and input schema of a tool. */
interface ToolWords {
  readonly title: string;
  readonly uses: AdminTool["uses"];
  readonly alsoUses?: AdminTool["alsoUses"];
  readonly description: string;
  readonly input?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
  readonly output: ResultFields;
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
    description: `${words.description} Ask the user first: without confirm_token it only returns a preview and that token.`,
    input: {
      ...words.input,
      confirm_token: {
        type: "string",
        maxLength: 2_000,
        description: "Token of the preview, once the user agreed",
      },
    },
    output: { ...words.output, ...confirmationFields },
  };
  const hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
  return { ...made(toolset, name, confirmed, hints, run), preview };
}

/** Lets a tool answer with a page of the console before it asks or does anything. */
export function linkedTool(tool: AdminTool, link: NonNullable<AdminTool["link"]>): AdminTool {
  return { ...tool, link };
}

/** Fields of the preview of a destructive tool. */
const confirmationFields: ResultFields = {
  done: flag("False for a preview"),
  will_do: text("Effect to confirm"),
  affects: { type: "object", description: "What it affects" },
  confirmation_needed: text(),
  confirm_token: text("For the next call"),
  expires_in_seconds: whole(),
};

function made(
  toolset: Toolset,
  name: string,
  {
    title,
    uses,
    alsoUses = [],
    description,
    input = {},
    required,
    output,
    openWorld: openWorldHint = false,
  }: ToolWords,
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
  return { toolset, tool, uses, alsoUses, role, preview: undefined, run };
}
