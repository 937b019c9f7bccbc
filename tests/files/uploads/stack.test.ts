import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { errors } from "#shared/contract/errors.ts";
import { uploadsPrefix } from "#shared/files/uploads/part-names.ts";
import { uploadLifeMs } from "#shared/files/uploads/rules.ts";
import type { FunctionNeeds } from "../../../functions/needs.ts";
import { functionNeeds } from "../../../scripts/function-stack.ts";
import { verifies } from "../../support/verifies.ts";

// CloudFormation's own tags are parsed as the text after them.
const text = readFileSync(new URL("../../../serverless.yml", import.meta.url), "utf8");
const { Resources } = parse(text, { logLevel: "error", merge: true }).resources;

/** Returns the rights of functions to parts of uploads, and to the list of parts. */
function rightsToParts(blobs: FunctionNeeds["parts"]["blobs"] = {}) {
  return blobs[uploadsPrefix];
}

test("only the function that receives uploads can put parts, and only those that send them can read and delete them", async () => {
  const needs = Object.entries(await functionNeeds());
  const rights = needs.map(([name, { parts }]) => [name, rightsToParts(parts.blobs)] as const);
  expect(Object.fromEntries(rights.filter(([, right]) => right !== undefined))).toEqual({
    files: ["put", "get", "delete", "list"],
    // Jobs delete orphans.
    jobs: ["get", "delete", "list"],
    proxy: ["get", "delete", "list"],
  });
});

verifies("files:upload:expired", "the bucket deletes parts automatically, but not before their upload expires", () => {
  const rules = Resources.Blobs.Properties.LifecycleConfiguration.Rules;
  const rule = rules.find(({ Prefix }: { Prefix?: string }) => Prefix === "uploads/");
  expect(rule.Status).toBe("Enabled");
  const days = uploadLifeMs / (24 * 60 * 60_000);
  expect(rule.ExpirationInDays).toBeGreaterThan(days);
  expect(rule.ExpirationInDays).toBeLessThanOrEqual(days + 1);
});

verifies("files:upload:pointer", "API Gateway's own rejection of too large requests gets the same answer", () => {
  const { code, sentence } = errors.upload_needed;
  const [, template = ""] = Object.entries<string>(Resources.TooLarge.Properties.ResponseTemplates)[0] ?? [];
  const reported = sentence.replace("/svc/", `/\${param:prefix}/`);
  expect(JSON.parse(template)).toEqual({ messages: [{ code, text: reported, message: reported }], response: {} });
});

test("pages of the listed origins can upload parts to the bucket, and nothing else", () => {
  const [condition, rules, otherwise] = Resources.Blobs.Properties.CorsConfiguration;
  expect([condition, otherwise]).toEqual(["OtherOrigins", "AWS::NoValue"]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of serverless.yml, not of JavaScript
  const AllowedOrigins = [",", "${param:corsOrigins}"];
  expect(rules.CorsRules).toEqual([
    expect.objectContaining({ AllowedOrigins, AllowedMethods: ["PUT"], AllowedHeaders: ["content-type"] }),
  ]);
});
