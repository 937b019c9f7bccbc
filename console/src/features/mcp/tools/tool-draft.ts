import type { Annotations, McpTool, OutputMode, Scope } from "#shared/mcp-servers/tools/contract.ts";
import type { InputOf } from "../../../api/operations.ts";
import { hasFaults, inputSchemaOf, type ParameterDraft, parameterDrafts } from "./parameter-draft.ts";

/** Tool in a form. */
export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  readonly scriptName: string;
  readonly parameters: readonly ParameterDraft[];
  readonly isActive: boolean;
  readonly title: string;
  readonly mcpName: string;
  readonly annotations: Annotations;
  readonly outputMode: OutputMode;
  readonly timeoutS: number;
  readonly requiredScope: Scope | "";
}

/** Length from which a description tells models enough. */
const shortestDescription = 20;

/** Defaults, as cautious as the service's own. */
const cautious: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

export function draftOf(before: McpTool | undefined): ToolDraft {
  return {
    name: before?.name ?? "",
    description: before?.description ?? "",
    scriptName: before?.script_name ?? "",
    parameters: parameterDrafts(before?.input_schema ?? {}),
    isActive: before?.is_active ?? true,
    title: before === undefined || before.title === before.name ? "" : before.title,
    mcpName: before?.has_own_mcp_name ? before.mcp_name : "",
    annotations: before?.annotations ?? cautious,
    outputMode: before?.output_mode ?? "auto",
    timeoutS: before?.timeout_s ?? 25,
    requiredScope: before?.required_scope ?? "",
  };
}

/** Returns true if models may not know when to call the tool. */
export function isPoorlyDescribed({ isActive, description }: ToolDraft): boolean {
  return isActive && description.trim().length < shortestDescription;
}

/** Returns errors by field. */
export function missing(draft: ToolDraft) {
  return {
    label: draft.name.trim() === "",
    script: draft.scriptName === "",
    parameters: draft.parameters.some((parameter) => hasFaults(parameter, draft.parameters)),
    mcpName: draft.mcpName !== "" && !/^[A-Za-z0-9_-]{1,50}$/.test(draft.mcpName),
    timeout: !(draft.timeoutS >= 1 && draft.timeoutS <= 600),
  };
}

type NewTool = InputOf<"POST /svc/api/mcp-servers/{mcp_server_slug}/tools">;

/** Returns the tool in the service's format. */
export function newTool(slug: string, draft: ToolDraft): NewTool {
  return {
    mcp_server_slug: slug,
    name: draft.name.trim(),
    description: draft.description.trim(),
    script_name: draft.scriptName,
    input_schema: inputSchemaOf(draft.parameters),
    is_active: draft.isActive,
    title: draft.title.trim() || null,
    mcp_name: draft.mcpName || null,
    annotations: draft.annotations,
    output_mode: draft.outputMode,
    timeout_s: draft.timeoutS,
    required_scope: draft.requiredScope || null,
  };
}

/** Returns the changed fields. */
export function changesOf(
  before: McpTool,
  draft: ToolDraft,
): InputOf<"PATCH /svc/api/mcp-servers/{mcp_server_slug}/tools/{id}"> {
  const slug = before.mcp_server_slug;
  const untouched: Readonly<Record<string, unknown>> = newTool(slug, draftOf(before));
  const changes = Object.entries(newTool(slug, draft)).filter(
    ([name, value]) => JSON.stringify(untouched[name]) !== JSON.stringify(value),
  );
  return { mcp_server_slug: slug, id: before.id, ...Object.fromEntries(changes) };
}
