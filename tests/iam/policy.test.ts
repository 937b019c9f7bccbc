import { describe, expect, test } from "vitest";
import type { Value } from "../../sandbox/aws/cloudformation/template.ts";
import { isAllowed, type Permission } from "../support/iam/policy.ts";
import { statementOf } from "../support/iam/roles.ts";

type Keys = NonNullable<Permission["keys"]>;

const table = "arn:aws:dynamodb:eu-central-1:000000000000:table/Table";
const allow = (more: Readonly<Record<string, Value>> = {}) =>
  statementOf({ Effect: "Allow", Action: ["dynamodb:PutItem"], Resource: table, ...more });
const when = (Condition: Value) => allow({ Condition });
const put = (keys: Keys = {}) => ({ action: "dynamodb:PutItem", resource: table, keys });
const putInto = (...partitions: readonly string[]) => put({ "dynamodb:LeadingKeys": partitions });

describe("a role", () => {
  test("allows nothing without a statement", () => {
    expect(isAllowed([], put())).toBe(false);
    expect(isAllowed([allow()], put())).toBe(true);
    expect(isAllowed([allow()], { ...put(), action: "dynamodb:UpdateItem" })).toBe(false);
    expect(isAllowed([allow()], { ...put(), resource: `${table}/index/byIndex` })).toBe(false);
    expect(isAllowed([allow()], { ...put(), resource: `${table}2` })).toBe(false);
  });

  test("with a denial denies it everywhere", () => {
    const deny = statementOf({ Effect: "Deny", Action: "dynamodb:*", Resource: "*" });
    expect(isAllowed([allow(), deny], put())).toBe(false);
    expect(isAllowed([deny, allow()], put())).toBe(false);
  });

  test("supports wildcards in actions and resources, and compares everything else literally", () => {
    const role = [allow({ Action: "DynamoDB:P?t*", Resource: "arn:aws:dynamodb:*:*:table/T.ble" })];
    expect(isAllowed(role, put())).toBe(false);
    expect(isAllowed(role, { ...put(), resource: "arn:aws:dynamodb:eu-central-1:1:table/T.ble" })).toBe(true);
    expect(
      isAllowed([allow({ Resource: "arn:aws:s3:::blobs/uploads/*" })], {
        action: "dynamodb:PutItem",
        resource: "arn:aws:s3:::blobs/uploads/1/2",
      }),
    ).toBe(true);
  });

  test.each<[string, Readonly<Record<string, Value>>]>([
    ["NotAction", { NotAction: "dynamodb:GetItem" }],
    ["NotResource", { NotResource: table }],
    ["an unknown effect", { Effect: "Maybe" }],
  ])("with a statement of %s can't be evaluated", (_, more) => {
    expect(() => allow(more)).toThrow();
  });
});

describe("a condition", () => {
  test("StringEquals compares the whole value, case-sensitively", () => {
    const role = [when({ StringEquals: { "kms:EncryptionContext:service": "latchkey" } })];
    expect(isAllowed(role, put({ "kms:EncryptionContext:service": ["latchkey"] }))).toBe(true);
    expect(isAllowed(role, put({ "KMS:encryptioncontext:service": ["latchkey"] }))).toBe(true);
    expect(isAllowed(role, put({ "kms:EncryptionContext:service": ["Latchkey"] }))).toBe(false);
    expect(isAllowed(role, put({ "kms:EncryptionContext:service": ["latch*"] }))).toBe(false);
  });

  test("on a key that the request doesn't have fails, unless it uses IfExists", () => {
    expect(isAllowed([when({ StringLike: { "s3:prefix": "uploads/*" } })], put())).toBe(false);
    expect(isAllowed([when({ StringLikeIfExists: { "s3:prefix": "uploads/*" } })], put())).toBe(true);
    expect(isAllowed([when({ StringLikeIfExists: { "s3:prefix": "uploads/*" } })], put({ "s3:prefix": ["a"] }))).toBe(
      false,
    );
  });

  test("StringLike accepts any of several patterns", () => {
    const role = [when({ StringLike: { "s3:prefix": ["uploads/*", "agent/?"] } })];
    expect(isAllowed(role, put({ "s3:prefix": ["uploads/1/"] }))).toBe(true);
    expect(isAllowed(role, put({ "s3:prefix": ["agent/1"] }))).toBe(true);
    expect(isAllowed(role, put({ "s3:prefix": ["agent/12"] }))).toBe(false);
  });

  test("ForAllValues holds if each value matches, and if there is none", () => {
    const role = [when({ "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["audit#*", "agent"] } })];
    expect(isAllowed(role, putInto("audit#2026-11", "agent"))).toBe(true);
    expect(isAllowed(role, putInto("audit#2026-11", "agents"))).toBe(false);
    expect(isAllowed(role, put())).toBe(true);
  });

  test("ForAnyValue holds if one value matches", () => {
    const role = [when({ "ForAnyValue:StringEquals": { "dynamodb:Attributes": ["fields"] } })];
    expect(isAllowed(role, put({ "dynamodb:Attributes": ["pk", "fields"] }))).toBe(true);
    expect(isAllowed(role, put({ "dynamodb:Attributes": ["pk"] }))).toBe(false);
    expect(isAllowed(role, put())).toBe(false);
  });

  test("several conditions hold only together", () => {
    const role = [
      when({
        "ForAllValues:StringEquals": { "dynamodb:LeadingKeys": ["keys#data"], "dynamodb:Attributes": ["pk", "fields"] },
      }),
    ];
    const of = (partition: string, ...attributes: readonly string[]) =>
      put({ "dynamodb:LeadingKeys": [partition], "dynamodb:Attributes": attributes });
    expect(isAllowed(role, of("keys#data", "pk", "fields"))).toBe(true);
    expect(isAllowed(role, of("keys#data", "pk", "sealed"))).toBe(false);
    expect(isAllowed(role, of("keys#admin", "pk"))).toBe(false);
  });

  test("with an unknown operator never holds", () => {
    expect(() => isAllowed([when({ IpAddress: { "aws:SourceIp": "10.0.0.0/8" } })], put())).toThrow("IpAddress");
  });

  test("on several values of a key must specify how many have to match", () => {
    expect(() => isAllowed([when({ StringEquals: { "dynamodb:LeadingKeys": "a" } })], putInto("a", "b"))).toThrow(
      "ForAllValues",
    );
  });
});
