import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { Envelope } from "#shared/contract/envelope.ts";
import { type ErrorName, errors } from "#shared/contract/errors.ts";
import {
  hasOwnProtocol,
  knowsItsFields,
  maxBodyBytes,
  type Operation,
  type Operations,
} from "#shared/contract/operation.ts";
import { roleNeeded } from "#shared/contract/role-needed.ts";
import type { Role } from "#shared/contract/roles.ts";
import { unknownFieldRule } from "#shared/contract/values/unknown-fields.ts";

/** Errors that every management operation can return. */
const shared: readonly ErrorName[] = ["input_invalid", "store_unavailable", "internal"];
const guarded: readonly ErrorName[] = ["unauthenticated", "administrator_limited", "role_too_low", "too_many_attempts"];
const keyed: readonly ErrorName[] = ["key_unknown", "credentials_repeated"];

/** HEAD has no description of its own. */
const describedMethods = ["GET", "POST", "PATCH", "PUT", "DELETE"];

/** Returns the OpenAPI 3.1 description of a catalog of resources. */
export function openApiDocument(catalogue: Readonly<Record<string, Operations>>, version: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const [tag, resource] of Object.entries(catalogue)) {
    for (const [name, operation] of Object.entries(resource)) {
      const path = operation.path.replaceAll("+}", "}");
      const methods = methodsOf(operation);
      for (const method of methods) {
        const operationId = methods.length === 1 ? name : `${name}${method[0]?.toUpperCase()}${method.slice(1)}`;
        paths[path] = { ...paths[path], [method]: operationObject(operation, operationId, tag) };
      }
    }
  }
  const document = createDocument({
    openapi: "3.1.1",
    info: {
      title: "Latchkey",
      version,
      description: "Key-based access and management for a FileMaker Server.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "This service" }],
    paths,
    components: {
      securitySchemes: {
        adminKey: { type: "http", scheme: "bearer", description: "An Admin API key (`ak_…`) or an Admin API token." },
        adminAccount: { type: "http", scheme: "basic", description: "An Admin Console account." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-latchkey",
          description: "The session of a signed-in user (`latchkey` over HTTP on loopback).",
        },
        dataKey: { type: "http", scheme: "bearer", description: "A Data API key (`dk_…`)." },
        dataKeyInQuery: { type: "apiKey", in: "query", name: "apiKey", description: "A Data API key (`dk_…`)." },
        metricsToken: { type: "http", scheme: "bearer", description: "The metrics token (`mt_…`)." },
        fileAccount: { type: "http", scheme: "basic", description: "An account of the file." },
        dataKeyAsAccount: { type: "http", scheme: "basic", description: "User `apiKey`, password a Data API key." },
      },
    },
  });
  return withClosedBodies(
    document,
    Object.values(catalogue).flatMap((resource) => Object.values(resource)),
  );
}

function methodsOf({ method, methods = describedMethods }: Operation): readonly string[] {
  const described = method === "ANY" ? describedMethods.filter((one) => methods.includes(one)) : [method];
  return described.map((one) => one.toLowerCase());
}

function operationObject(operation: Operation, operationId: string, tag: string): ZodOpenApiOperationObject {
  const inPath = new Set(pathParameters(operation.path));
  const fields = Object.entries(operation.input.shape);
  const path = fields.filter(([name]) => inPath.has(name)).map(withExample(operation));
  const rest = fields.filter(([name]) => !inPath.has(name));
  const inQuery = operation.method === "GET" || operation.method === "HEAD" || operation.method === "DELETE";
  return {
    operationId,
    tags: [tag],
    summary: operation.summary,
    ...describedBy(operation),
    ...roleIn(operation),
    security: securityOf(operation),
    requestParams: {
      ...(path.length > 0 && { path: z.object(Object.fromEntries(path)) }),
      ...(inQuery && rest.length > 0 && { query: z.object(Object.fromEntries(rest.map(withExample(operation)))) }),
    },
    ...(!inQuery &&
      rest.length > 0 && {
        requestBody: {
          required: true,
          ...limitOf(operation),
          content: {
            [bodyType(operation)]: { schema: z.object(Object.fromEntries(rest)), ...bodyExample(operation, inPath) },
          },
        },
      }),
    responses: { "200": answerOf(operation), ...refusalsOf(operation) },
  };
}

/** Returns the required role, for readers and for programs that generate clients from the document. */
function roleIn(operation: Operation): { readonly "x-role"?: Role } {
  const role = roleNeeded(operation);
  return role === undefined ? {} : { "x-role": role };
}

/** Returns the operation's description, and its contract's descriptions of fields. */
function describedBy({ description, rowNames, open }: Operation): { readonly description?: string } {
  const names = Object.keys(rowNames ?? {}).map((name) => `\`${name}\``);
  const sentences = [
    description,
    names.length > 0 ? `Also accepts these names of fields in responses: ${names.join(", ")}.` : undefined,
    open && "Unknown fields are ignored; a second message in the response lists them.",
  ].filter((sentence) => sentence !== undefined);
  return sentences.length === 0 ? {} : { description: sentences.join(" ") };
}

/** Marks the bodies that accept no other fields, including their nested objects: those of operations that grant access. */
function withClosedBodies<D extends { readonly paths?: object }>(document: D, operations: readonly Operation[]): D {
  const paths = (document.paths ?? {}) as Record<string, Record<string, { requestBody?: unknown }>>;
  for (const operation of operations) {
    const { path, method, open, input } = operation;
    if (open === true || !knowsItsFields(operation)) continue;
    if (unknownFieldRule(operation, "") !== "refuse") continue;
    const openFields = Object.keys(input.shape).filter((name) => unknownFieldRule(operation, name) !== "refuse");
    closeObjects(paths[path.replaceAll("+}", "}")]?.[method.toLowerCase()]?.requestBody, openFields);
  }
  return document;
}

function closeObjects(schema: unknown, openFields: readonly string[]): void {
  if (typeof schema !== "object" || schema === null) return;
  if ("type" in schema && schema.type === "object" && "properties" in schema && !("additionalProperties" in schema))
    Object.assign(schema, { additionalProperties: false });
  const others = Object.entries(schema).filter(([name]) => name !== "example" && !openFields.includes(name));
  for (const [, inner] of others) closeObjects(inner, openFields);
}

/** Returns a function that adds the value of the operation's example to a parameter. */
function withExample({ example }: Operation) {
  return ([name, schema]: [string, z.core.$ZodType]): [string, z.core.$ZodType] => {
    const value = example?.input?.[name];
    if (value === undefined || !(schema instanceof z.ZodType)) return [name, schema];
    return [name, schema.meta({ ...schema.meta(), param: { example: value } })];
  };
}

/** Describes the maximum body size. Operations with their own protocol have their own limits. */
function limitOf(operation: Operation): { readonly description?: string } {
  if (hasOwnProtocol(operation) || operation.takes !== undefined) return {};
  return { description: `At most ${maxBodyBytes(operation).toLocaleString("en")} bytes.` };
}

/** Returns the content type of the body. Pages accept the forms that they show. */
function bodyType({ answers }: Operation): string {
  return answers === "page" ? "application/x-www-form-urlencoded" : "application/json";
}

function bodyExample({ example }: Operation, inPath: ReadonlySet<string>) {
  if (example?.input === undefined) return {};
  return { example: Object.fromEntries(Object.entries(example.input).filter(([name]) => !inPath.has(name))) };
}

function answerOf(operation: Operation) {
  const { answers = "envelope", contentType = "text/plain", holdsSecret, output, example } = operation;
  const description = holdsSecret ? "Success. The answer holds a secret, so it is never compressed." : "Success";
  if (answers === "relay") return { description: "What FileMaker Server answers" };
  if (answers === "raw") return { description: "What its own protocol says" };
  if (answers === "mcp")
    return {
      description: "What its own protocol says, in JSON or as events",
      content: { "text/event-stream": { schema: z.string() } },
    };
  if (answers === "text" || answers === "page" || answers === "bytes") {
    const [type = ""] = (answers === "page" ? "text/html" : contentType).split(";");
    return { description, content: { [type]: { schema: z.string() } } };
  }
  const schema = answers === "json" ? output : Envelope.extend({ response: output });
  const stream = answers === "events" ? { "text/event-stream": { schema: z.string() } } : {};
  const body =
    answers === "json" ? example?.output : { messages: [{ code: 0, text: "ok" }], response: example?.output };
  return {
    description,
    content: { "application/json": { schema, ...(example?.output !== undefined && { example: body }) }, ...stream },
  };
}

/** Returns error responses by status; each names its rows of the error catalog. */
function refusalsOf(operation: Operation) {
  const { access, errors: own } = operation;
  const names = [
    ...new Set([
      ...own,
      ...(hasOwnProtocol(operation) ? [] : shared),
      ...(access === "admin" || access === "admin-or-file" ? guarded : []),
      ...(access === "data-key" ? keyed : []),
    ]),
  ];
  const byStatus = Map.groupBy(names, (name) => errors[name].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => {
      const description = of.map((name) => `\`${name}\` (${errors[name].code}): ${errors[name].sentence}`).join("\n\n");
      return [String(status), { description, "x-errors": of }];
    }),
  );
}

function securityOf({ access, credential }: Operation) {
  const administrator = [{ adminKey: [] }, { adminAccount: [] }, { session: [] }];
  if (access === "admin") return administrator;
  // The empty requirement: the body can replace all of these credentials.
  if (access === "admin-or-file") return [...administrator, {}];
  if (credential === "metrics-token") return [{ metricsToken: [] }];
  if (credential === "admin-key") return [{ adminKey: [] }, { adminAccount: [] }];
  const keys = [{ dataKey: [] }, { dataKeyInQuery: [] }, { dataKeyAsAccount: [] }];
  if (credential === "data-key-or-account") return [...keys, { fileAccount: [] }];
  if (access === "data-key" || credential === "data-key") return keys;
  return [];
}

/** Returns the names in a path template, in order. */
function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{(\w+)\+?\}/g)].map((match) => match[1] as string);
}
