import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import description from "#shared/system/api-document.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const operations: (readonly [name: string, operation: Operation])[] = Object.values(catalogue).flatMap((resource) =>
  Object.entries(resource),
);

test("the service serves its own description, with its own prefix", async () => {
  const answer = await service.raw("GET", "/svc/apidoc/openapi.json");
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(description)));
});

verifies("system:docs:openapi", async () => {
  const verdict = await new Validator().validate(structuredClone(description) as unknown as Record<string, unknown>);
  expect(verdict).toEqual({ valid: true });
});

test("every operation has a unique id", () => {
  const ids = Object.values(description.paths ?? {}).flatMap((path) =>
    Object.values(path ?? {}).map((operation) => (operation as { operationId: string }).operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(operations.filter(([, { example }]) => example?.input !== undefined))(
  "the example of %s is valid input of the operation",
  (_name, { input, example }) => {
    expect(input.safeParse(example?.input).error?.issues ?? []).toEqual([]);
  },
);

test.each(operations.filter(([, { example }]) => example?.output !== undefined))(
  "the example of %s is a valid response of the operation",
  (_name, { output, example }) => {
    const parsed = output.safeParse(example?.output);
    expect(parsed.error?.issues ?? []).toEqual([]);
    expect(parsed.data).toEqual(example?.output);
  },
);

test("every schema in the description is valid JSON Schema 2020-12", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  const schemas = Object.values(description.paths ?? {}).flatMap((path) =>
    Object.values(path ?? {}).flatMap((operation) => schemasIn(operation)),
  );
  expect(schemas.length).toBeGreaterThan(operations.length);
  for (const schema of schemas) expect(() => ajv.compile(schema)).not.toThrow();
});

function schemasIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "schema" && typeof inner === "object" && inner !== null && !("$ref" in inner) ? [inner] : schemasIn(inner),
  );
}
