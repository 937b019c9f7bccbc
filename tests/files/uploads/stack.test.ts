import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { errors } from "#shared/contract/errors.ts";
import { uploadLifeMs } from "#shared/files/uploads/rules.ts";
import { verifies } from "../../support/verifies.ts";

// CloudFormation's own tags come as the text behind them.
const text = readFileSync(new URL("../../../serverless.yml", import.meta.url), "utf8");
const { Resources } = parse(text, { logLevel: "error", merge: true }).resources;

/** What a role may do in the bucket. */
function bucketRights(role: string): readonly object[] {
  const statements = Resources[role].Properties.Policies.flatMap(
    (policy: { PolicyDocument: { Statement: object[] } }) => policy.PolicyDocument.Statement,
  );
  return statements.filter(({ Action }: { Action: readonly string[] }) =>
    Action.some((name) => name.startsWith("s3:")),
  );
}

const Effect = "Allow";
const parts = `\${Blobs.Arn}/uploads/*`;
const listing = {
  Effect,
  Action: ["s3:ListBucket"],
  Resource: "Blobs.Arn",
  Condition: { StringLike: { "s3:prefix": ["uploads/*"] } },
};

test("only who takes uploads in may put parts, and who sends them may read and delete them", () => {
  expect(bucketRights("FilesRole")).toEqual([
    { Effect, Action: ["s3:PutObject", "s3:GetObject", "s3:DeleteObject"], Resource: parts },
    listing,
  ]);
  expect(bucketRights("ProxyRole")).toEqual([
    { Effect, Action: ["s3:GetObject", "s3:DeleteObject"], Resource: parts },
    listing,
  ]);
  // Jobs delete what is left over.
  const ofJobs = bucketRights("JobsRole").filter((statement) => JSON.stringify(statement).includes("uploads/"));
  expect(ofJobs).toEqual([{ Effect, Action: ["s3:GetObject", "s3:DeleteObject"], Resource: parts }, listing]);
  const known = ["FilesRole", "ProxyRole", "JobsRole"];
  const others = Object.keys(Resources).filter(
    (name) => Resources[name].Type === "AWS::IAM::Role" && !known.includes(name),
  );
  for (const role of others) expect(JSON.stringify(bucketRights(role)), role).not.toContain("uploads/");
});

verifies(
  "files:upload:expired",
  "the bucket deletes parts of its own accord, and not before their upload expires",
  () => {
    const rules = Resources.Blobs.Properties.LifecycleConfiguration.Rules;
    const rule = rules.find(({ Prefix }: { Prefix?: string }) => Prefix === "uploads/");
    expect(rule.Status).toBe("Enabled");
    const days = uploadLifeMs / (24 * 60 * 60_000);
    expect(rule.ExpirationInDays).toBeGreaterThan(days);
    expect(rule.ExpirationInDays).toBeLessThanOrEqual(days + 1);
  },
);

verifies("files:upload:pointer", "what API Gateway itself refuses as too large is told the same", () => {
  const { code, sentence } = errors.upload_needed;
  const [, template = ""] = Object.entries<string>(Resources.TooLarge.Properties.ResponseTemplates)[0] ?? [];
  const told = sentence.replace("/svc/", `/\${param:prefix}/`);
  expect(JSON.parse(template)).toEqual({ messages: [{ code, text: told, message: told }], response: {} });
});

test("pages of the listed origins may bring parts to the bucket, and nothing else", () => {
  const [condition, rules, otherwise] = Resources.Blobs.Properties.CorsConfiguration;
  expect([condition, otherwise]).toEqual(["OtherOrigins", "AWS::NoValue"]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of serverless.yml, not of JavaScript
  const AllowedOrigins = [",", "${param:corsOrigins}"];
  expect(rules.CorsRules).toEqual([
    expect.objectContaining({ AllowedOrigins, AllowedMethods: ["PUT"], AllowedHeaders: ["content-type"] }),
  ]);
});
