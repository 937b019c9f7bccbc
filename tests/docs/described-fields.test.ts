import { expect } from "vitest";
import { apiDescription } from "#shared/system/api-description.ts";
import { answerOf } from "#shared/system/api-page/sample-calls.ts";
import { schemaRows } from "#shared/system/api-page/schema-rows.ts";
import { verifies } from "../support/verifies.ts";

const description = await apiDescription("svc");
const operations = Object.values(description.paths).flatMap((item) => Object.values(item));

verifies("system:docs:fields", "every field of a body, a query, a path, and a response has a description", () => {
  const bare = operations.flatMap((operation) => {
    const { operationId, parameters = [], requestBody } = operation;
    const { answer, kind } = answerOf(operation);
    const whole = kind === "envelope" ? answer?.schema?.properties?.response : answer?.schema;
    // Events are lines of text, which their protocol describes.
    const answered = kind === "followed" ? undefined : whole;
    const rows = [requestBody?.content["application/json"]?.schema, answered].flatMap((schema) =>
      schema === undefined ? [] : schemaRows(schema, description.components),
    );
    const inAddress = parameters.map(({ name, schema }) => ({ name, description: schema.description ?? "" }));
    return [...rows, ...inAddress].filter((row) => row.description === "").map(({ name }) => `${operationId}: ${name}`);
  });
  expect(bare).toEqual([]);
});

verifies("system:docs:fields", "every operation has a summary, its errors, and an example if one can be sent", () => {
  for (const { operationId, summary, responses, requestBody, parameters = [] } of operations) {
    expect(summary, operationId).toMatch(/^[A-Z]/);
    const errors = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
    expect(errors.length, operationId).toBeGreaterThan(0);
    for (const [status, response] of errors)
      expect(response["x-errors"]?.length, `${operationId} ${status}`).toBeGreaterThan(0);
    for (const { name, in: place, example } of parameters)
      if (place === "path") expect(example, `${operationId} ${name}`).toBeDefined();
    const body = requestBody?.content["application/json"];
    if (body !== undefined) expect(body.example, operationId).toBeDefined();
    const answer = responses["200"]?.content?.["application/json"];
    if (answer !== undefined && operationId !== "getOpenApi") expect(answer.example, operationId).toBeDefined();
  }
});
