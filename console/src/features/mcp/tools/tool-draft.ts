import type {
  Annotations,
  InputSchema,
  McpTool,
  OutputMode,
  Parameter,
  Scope,
} from "#shared/mcp-servers/tools/contract.ts";
import type { InputOf } from "../../../api/operations.ts";

/** Parameter in a form. */
export interface ParameterDraft {
  /** Identifies the parameter while it is edited. */
  readonly key: string;
  readonly name: string;
  readonly type: Parameter["type"];
  readonly isArray: boolean;
  readonly required: boolean;
  readonly description: string;
  /** One value per line. */
  readonly values: string;
  /** Rules that are set with the API. They are kept while the type is the same. */
  readonly rules?: { readonly type: Parameter["type"] } & Pick<
    Parameter,
    "isInteger" | "format" | "minimum" | "maximum" | "defaultValue"
  >;
}

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

export function newParameter(): ParameterDraft {
  return {
    key: crypto.randomUUID(),
    name: "",
    type: "string",
    isArray: false,
    required: false,
    description: "",
    values: "",
  };
}

export function draftOf(before: McpTool | undefined): ToolDraft {
  return {
    name: before?.name ?? "",
    description: before?.description ?? "",
    scriptName: before?.script_name ?? "",
    parameters: Object.entries(before?.input_schema ?? {}).map(([name, parameter]) => ({
      key: name,
      name,
      type: parameter.type,
      isArray: parameter.isArray,
      required: parameter.required,
      description: parameter.description ?? "",
      values: (parameter.enumValues ?? []).join("\n"),
      rules: rulesIn(parameter),
    })),
    isActive: before?.is_active ?? true,
    title: before === undefined || before.title === before.name ? "" : before.title,
    mcpName: before?.has_own_mcp_name ? before.mcp_name : "",
    annotations: before?.annotations ?? cautious,
    outputMode: before?.output_mode ?? "auto",
    timeoutS: before?.timeout_s ?? 25,
    requiredScope: before?.required_scope ?? "",
  };
}

function rulesIn({ type, isInteger, format, minimum, maximum, defaultValue }: Parameter) {
  return {
    type,
    ...(isInteger !== undefined && { isInteger }),
    ...(format !== undefined && { format }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
}

/** Returns the rules of a parameter that still apply to it: a required one or a list has no default. */
function rulesOf({
  type,
  required,
  isArray,
  rules,
}: ParameterDraft): Omit<NonNullable<ParameterDraft["rules"]>, "type"> {
  if (rules === undefined || rules.type !== type) return {};
  const { type: _, defaultValue, ...others } = rules;
  return { ...others, ...(defaultValue !== undefined && !(required || isArray) && { defaultValue }) };
}

export function isParameterNamed({ key, name }: ParameterDraft, all: readonly ParameterDraft[]): boolean {
  return (
    /^[A-Za-z0-9_.-]{1,64}$/.test(name) &&
    name !== "__proto__" &&
    !all.some((other) => other.key !== key && other.name === name)
  );
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
    parameters: draft.parameters.some((parameter) => !isParameterNamed(parameter, draft.parameters)),
    mcpName: draft.mcpName !== "" && !/^[A-Za-z0-9_-]{1,50}$/.test(draft.mcpName),
    timeout: !(draft.timeoutS >= 1 && draft.timeoutS <= 600),
  };
}

/** Returns the values that a parameter is restricted to. Only text parameters have them. */
function valuesOf({ type, values }: ParameterDraft): readonly string[] {
  const lines = values
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return type === "string" ? [...new Set(lines)] : [];
}

const isList = ({ type, isArray }: ParameterDraft) => isArray && type !== "boolean";

function inputSchemaOf(parameters: readonly ParameterDraft[]): InputSchema {
  return Object.fromEntries(
    parameters.map((parameter) => {
      const { name, type, required } = parameter;
      const [description, values] = [parameter.description.trim(), valuesOf(parameter)];
      return [
        name,
        {
          ...{ type, isArray: isList(parameter), required },
          ...(description !== "" && { description }),
          ...(values.length > 0 && { enumValues: [...values] }),
          ...rulesOf(parameter),
        },
      ];
    }),
  );
}

/** Returns the parameters as the JSON Schema for clients, without unnamed ones. */
export function schemaOf(parameters: readonly ParameterDraft[]): object {
  const named = parameters.filter(({ name }) => name !== "");
  const required = named.filter((parameter) => parameter.required).map(({ name }) => name);
  const property = (parameter: ParameterDraft) => {
    const [description, values] = [parameter.description.trim(), valuesOf(parameter)];
    const { isInteger, defaultValue, ...rules } = rulesOf(parameter);
    const value = {
      type: isInteger === true ? "integer" : parameter.type,
      ...(values.length > 0 && { enum: values }),
      ...rules,
      ...(defaultValue !== undefined && { default: defaultValue }),
    };
    return {
      ...(isList(parameter) ? { type: "array", items: value } : value),
      ...(description !== "" && { description }),
    };
  };
  return {
    type: "object",
    properties: Object.fromEntries(named.map((parameter) => [parameter.name, property(parameter)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
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
