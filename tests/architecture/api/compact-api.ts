import type { ErrorName } from "#shared/contract/errors.ts";
import type { Role } from "#shared/contract/roles.ts";
import { comparedKeywords, limitingKeywords } from "./keywords.ts";

/** JSON Schema of a value, without texts that only people read. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** Contract of one method of a path. */
export interface CompactOperation {
  readonly id: string;
  /** Role that the caller needs. Null: none. */
  readonly role: Role | null;
  /** Names of the accepted credentials. */
  readonly security: readonly string[];
  /** Parameters by place and name, such as `query limit`. */
  readonly parameters: Readonly<Record<string, { readonly isRequired: boolean; readonly schema: Schema }>>;
  /** Body by media type. */
  readonly body: { readonly isRequired: boolean; readonly content: Readonly<Record<string, Schema>> } | null;
  /** Successful answers by status and media type, without the envelope. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  /** All statuses. */
  readonly statuses: readonly string[];
}

/** Part of the API that clients rely on, which is compared with the next release. */
export interface CompactApi {
  readonly operations: Readonly<Record<string, CompactOperation>>;
  readonly errors: Readonly<Record<string, { readonly code: number; readonly status: number }>>;
}

interface MediaTypes {
  readonly [type: string]: { readonly schema?: Schema };
}
interface DescribedOperation {
  readonly operationId: string;
  readonly "x-role"?: Role;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly {
    readonly in: string;
    readonly name: string;
    readonly required?: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly required?: boolean; readonly content: MediaTypes };
  readonly responses: Readonly<Record<string, { readonly content?: MediaTypes }>>;
}

/** Returns the compact form of the API's OpenAPI description. */
export function compactApi(
  description: { readonly paths: object },
  errors: Readonly<Record<ErrorName, { readonly code: number; readonly status: number }>>,
): CompactApi {
  const operations: Record<string, CompactOperation> = {};
  for (const [path, methods] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(methods as Readonly<Record<string, DescribedOperation>>))
      operations[`${method.toUpperCase()} ${path}`] = compactOperation(operation);
  return {
    operations,
    errors: Object.fromEntries(Object.entries(errors).map(([name, { code, status }]) => [name, { code, status }])),
  };
}

function compactOperation(operation: DescribedOperation): CompactOperation {
  const { operationId, security, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return {
    id: operationId,
    role: operation["x-role"] ?? null,
    security: security.flatMap((one) => Object.keys(one)).sort(),
    parameters: Object.fromEntries(
      parameters.map(({ in: place, name, required = false, schema }) => [
        `${place} ${name}`,
        { isRequired: required, schema: compared(schema, inRequests) },
      ]),
    ),
    body:
      requestBody === undefined
        ? null
        : { isRequired: requestBody.required ?? false, content: schemasOf(requestBody.content, inRequests) },
    answers: Object.fromEntries(answers.map(([status, { content = {} }]) => [status, schemasOf(content, inAnswers)])),
    statuses: Object.keys(responses).sort(),
  };
}

function schemasOf(content: MediaTypes, keywords: ReadonlySet<string>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema = true }]) => [type, compared(withoutEnvelope(schema), keywords)]),
  );
}

/** The envelope is the same for all operations, and has tests of its own. */
function withoutEnvelope(schema: Schema): Schema {
  const properties = typeof schema === "object" ? (schema.properties as Readonly<Record<string, Schema>>) : undefined;
  return properties?.messages !== undefined && properties.response !== undefined ? properties.response : schema;
}

/** Texts and defaults for people, and the only keyword whose value can be the type's own limit. */
const ignored = new Set(["description", "title", "example", "examples", "default", "deprecated", "$schema"]);
const ownLimit = Number.MAX_SAFE_INTEGER;
/** Keywords of answers that clients rely on. Limits of answers only describe them. */
const inRequests = comparedKeywords;
const inAnswers = new Set([...comparedKeywords].filter((keyword) => !limitingKeywords.has(keyword)));

/** Returns a schema with the keywords that are compared. @throws for keywords that the comparison doesn't know */
function compared(schema: Schema, keywords: ReadonlySet<string>): Schema {
  if (typeof schema !== "object") return schema;
  const nested = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(nested);
    return typeof value === "object" && value !== null ? compared(value as Schema, keywords) : value;
  };
  const unknown = Object.keys(schema).find((keyword) => !comparedKeywords.has(keyword) && !ignored.has(keyword));
  if (unknown !== undefined) throw new Error(`Teach breaking-changes.ts the keyword ${unknown}`);
  // The pattern of a format says the same, at length.
  const isKept = ([keyword, value]: [string, unknown]) =>
    keywords.has(keyword) &&
    Math.abs(Number(value)) !== ownLimit &&
    !(keyword === "pattern" && schema.format !== undefined) &&
    !(keywords === inAnswers && keyword === "additionalProperties" && value === false);
  const properties = (value: unknown) =>
    Object.fromEntries(Object.entries(value as object).map(([name, of]) => [name, nested(of)]));
  return Object.fromEntries(
    Object.entries(schema)
      .filter(isKept)
      .map(([keyword, value]) => [keyword, keyword === "properties" ? properties(value) : nested(value)]),
  );
}
