import { isDateText } from "#shared/contract/texts/date-text.ts";
import type { InputSchema, Parameter } from "#shared/mcp-servers/tools/contract.ts";

/** Kind of value, as people choose it. */
export type ParameterKind = "string" | "number" | "integer" | "date" | "date-time" | "boolean";

/** Parameter in a form. Numbers are kept as they are typed; blank means not set. */
export interface ParameterDraft {
  /** Identifies the parameter while it is edited. */
  readonly key: string;
  readonly name: string;
  readonly kind: ParameterKind;
  readonly isArray: boolean;
  readonly required: boolean;
  readonly description: string;
  /** One value per line. */
  readonly values: string;
  readonly minimum: string;
  readonly maximum: string;
  readonly defaultValue: string;
}

/** Fields of a parameter with invalid values. */
export interface ParameterFaults {
  readonly name: boolean;
  readonly maximum: boolean;
  readonly defaultValue: boolean;
}

export function newParameter(): ParameterDraft {
  return {
    ...{ key: crypto.randomUUID(), name: "", kind: "string", isArray: false, required: false, description: "" },
    ...{ values: "", minimum: "", maximum: "", defaultValue: "" },
  };
}

export function parameterDrafts(schema: InputSchema): readonly ParameterDraft[] {
  return Object.entries(schema).map(([name, parameter]) => ({
    key: name,
    name,
    kind: kindOf(parameter),
    isArray: parameter.isArray,
    required: parameter.required,
    description: parameter.description ?? "",
    values: (parameter.enumValues ?? []).join("\n"),
    minimum: textOf(parameter.minimum),
    maximum: textOf(parameter.maximum),
    defaultValue: textOf(parameter.defaultValue),
  }));
}

function kindOf({ type, isInteger, format }: Parameter): ParameterKind {
  return isInteger === true ? "integer" : (format ?? type);
}

function textOf(value: string | number | boolean | undefined): string {
  return value === undefined ? "" : String(value);
}

export const isNumeric = ({ kind }: Pick<ParameterDraft, "kind">) => kind === "number" || kind === "integer";

/** True if a parameter can have a default: the script always gets required ones, and lists have none. */
export const hasDefault = ({ required, kind, isArray }: ParameterDraft) =>
  !required && !(isArray && kind !== "boolean");

export function faultsOf(parameter: ParameterDraft, all: readonly ParameterDraft[]): ParameterFaults {
  const { minimum, maximum } = parameter;
  return {
    name: !isNamed(parameter, all),
    maximum: isNumeric(parameter) && minimum !== "" && maximum !== "" && Number(minimum) > Number(maximum),
    defaultValue: hasDefault(parameter) && parameter.defaultValue !== "" && !isDefaultValid(parameter),
  };
}

export function hasFaults(parameter: ParameterDraft, all: readonly ParameterDraft[]): boolean {
  return Object.values(faultsOf(parameter, all)).includes(true);
}

function isNamed({ key, name }: ParameterDraft, all: readonly ParameterDraft[]): boolean {
  return (
    /^[A-Za-z0-9_.-]{1,64}$/.test(name) &&
    name !== "__proto__" &&
    !all.some((other) => other.key !== key && other.name === name)
  );
}

function isDefaultValid(parameter: ParameterDraft): boolean {
  const { kind, minimum, maximum, defaultValue } = parameter;
  if (kind === "boolean") return true;
  if (kind === "date" || kind === "date-time") return isDateText(defaultValue, kind);
  const allowed = valuesOf(parameter);
  if (kind === "string") return allowed.length === 0 || allowed.includes(defaultValue);
  const value = Number(defaultValue);
  const isInside = (minimum === "" || value >= Number(minimum)) && (maximum === "" || value <= Number(maximum));
  return isInside && (kind === "number" ? Number.isFinite(value) : Number.isInteger(value));
}

/** Returns the values that a parameter is restricted to. Only text parameters have them. */
function valuesOf({ kind, values }: ParameterDraft): readonly string[] {
  const lines = values
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return kind === "string" ? [...new Set(lines)] : [];
}

const types = {
  string: "string",
  date: "string",
  "date-time": "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
} as const satisfies Readonly<Record<ParameterKind, Parameter["type"]>>;

function parameterOf(parameter: ParameterDraft): Parameter {
  const { kind, required, minimum, maximum, defaultValue } = parameter;
  const [description, values] = [parameter.description.trim(), valuesOf(parameter)];
  return {
    ...{ type: types[kind], isArray: parameter.isArray && kind !== "boolean", required },
    ...(description !== "" && { description }),
    ...(values.length > 0 && { enumValues: [...values] }),
    ...(kind === "integer" && { isInteger: true }),
    ...((kind === "date" || kind === "date-time") && { format: kind }),
    ...(isNumeric(parameter) && minimum !== "" && { minimum: Number(minimum) }),
    ...(isNumeric(parameter) && maximum !== "" && { maximum: Number(maximum) }),
    ...(hasDefault(parameter) && defaultValue !== "" && { defaultValue: defaultOf(kind, defaultValue) }),
  };
}

function defaultOf(kind: ParameterKind, text: string): string | number | boolean {
  if (kind === "boolean") return text === "true";
  return types[kind] === "number" ? Number(text) : text;
}

export function inputSchemaOf(parameters: readonly ParameterDraft[]): InputSchema {
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterOf(parameter)]));
}

/** Returns the parameters as the JSON Schema for clients, without unnamed ones. */
export function schemaOf(parameters: readonly ParameterDraft[]): object {
  const named = Object.entries(inputSchemaOf(parameters)).filter(([name]) => name !== "");
  const required = named.filter(([, parameter]) => parameter.required).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(named.map(([name, parameter]) => [name, propertyOf(parameter)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function propertyOf({ type, isArray, description, enumValues, isInteger, defaultValue, ...rules }: Parameter): object {
  const { required: _, ...limits } = rules;
  const value = {
    type: isInteger === true ? "integer" : type,
    ...(enumValues !== undefined && { enum: enumValues }),
    ...limits,
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
  return {
    ...(isArray ? { type: "array", items: value } : value),
    ...(description !== undefined && { description }),
  };
}
