// biome-ignore-all lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references

import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { expect, test } from "vitest";
import { intrinsicFaults } from "../../sandbox/aws/cloudformation/intrinsic-rules.ts";
import type { Template, Value } from "../../sandbox/aws/cloudformation/template.ts";
import { specificationOf } from "../../scripts/dev-aws/resource-specification.ts";

// "Supported functions" of AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-<name>.html.
const specification = specificationOf(loadAwsServiceSpecSync());

/** Template with something of each kind to refer to. */
const base = {
  Parameters: { Text: { Type: "String" }, List: { Type: "CommaDelimitedList" } },
  Mappings: { Regions: { "eu-central-1": { Zone: "a" } } },
  Conditions: { Own: { "Fn::Equals": [{ Ref: "Text" }, ""] } },
  Resources: { Queue: { Type: "AWS::SQS::Queue" }, Zone: { Type: "AWS::Route53::HostedZone" } },
} satisfies Template;
const arn = { "Fn::GetAtt": ["Queue", "Arn"] };

/** Returns faults of a template in which a policy, where any JSON fits, has a value. */
function faultsOf(value: Value): readonly string[] {
  const Policy = { Type: "AWS::SQS::QueuePolicy", Properties: { Queues: ["a"], PolicyDocument: { Value: value } } };
  return shortened(intrinsicFaults({ ...base, Resources: { ...base.Resources, Policy } }, specification));
}

function faultsOfCondition(value: Value): readonly string[] {
  return shortened(intrinsicFaults({ ...base, Conditions: { ...base.Conditions, Tested: value } }, specification));
}

/** Removes the path, which other tests check. */
function shortened(faults: readonly string[]): readonly string[] {
  return faults.map((fault) => fault.replace(/^(?:Resources|Conditions)\.\S+: /, ""));
}

const join = (delimiter: Value, list: Value) => ({ "Fn::Join": [delimiter, list] });
const split = (delimiter: Value, source: Value) => ({ "Fn::Split": [delimiter, source] });
const select = (index: Value, list: Value) => ({ "Fn::Select": [index, list] });
const sub = (...argument: readonly Value[]) => ({
  "Fn::Sub": argument.length === 1 ? (argument[0] ?? null) : argument,
});

test.for<[rule: string, good: Value, bad: Value, fault: string]>([
  [
    "Fn::Join: the delimiter is literal",
    join(",", ["a", arn]),
    join(arn, ["a", "b"]),
    "the delimiter of Fn::Join must be literal text",
  ],
  [
    "Fn::Join: the list is a list",
    join(",", split(",", { Ref: "Text" })),
    join(",", { Ref: "Text" }),
    "the list of Fn::Join isn't a list",
  ],
  [
    "Fn::Join: the list comes from a function of lists",
    join(",", { Ref: "List" }),
    join(",", sub("${Text}")),
    "the list of Fn::Join can't be Fn::Sub",
  ],
  [
    "Fn::Join: the values are text",
    join(",", [sub("${Text}")]),
    join(",", [{ Ref: "List" }]),
    "the value in Fn::Join isn't text",
  ],
  ["Fn::Join: two arguments", join("", ["a"]), { "Fn::Join": ["a"] }, "needs 2 arguments"],
  [
    "Fn::Split: the delimiter is literal",
    split(",", "a,b"),
    split({ Ref: "Text" }, "a,b"),
    "the delimiter of Fn::Split must be literal text that isn't empty",
  ],
  [
    "Fn::Split: the delimiter isn't empty",
    split(",", ""),
    split("", "a,b"),
    "the delimiter of Fn::Split must be literal text that isn't empty",
  ],
  [
    "Fn::Split: the source is text",
    split(",", sub("${Queue.Arn},b")),
    split(",", split(";", "a;b")),
    "the source of Fn::Split can't be Fn::Split",
  ],
  [
    "Fn::Split: the source isn't a list",
    split(",", { Ref: "Text" }),
    split(",", { Ref: "List" }),
    "the source of Fn::Split isn't text",
  ],
  [
    "Fn::Select: the index is a whole number",
    select("1", ["a", "b"]),
    select(-1, ["a", "b"]),
    "the index of Fn::Select must be a whole number from 0",
  ],
  [
    "Fn::Select: the index comes from a parameter or mapping",
    select({ Ref: "Text" }, ["a"]),
    select(sub("${Text}"), ["a"]),
    "the index of Fn::Select can't be Fn::Sub",
  ],
  [
    "Fn::Select: the list is a list",
    select(0, { Ref: "List" }),
    select(0, { Ref: "Text" }),
    "the list of Fn::Select isn't a list",
  ],
  [
    "Fn::Select: the list has no null",
    select(0, ["a", "b"]),
    select(0, ["a", null]),
    "the list of Fn::Select can't contain null",
  ],
  [
    "Fn::Select: the index is inside of a literal list",
    select(1, ["a", "b"]),
    select(2, ["a", "b"]),
    "index 2 is outside of the list of Fn::Select, which has 2 values",
  ],
  [
    "Fn::Select: the index is inside of a split literal",
    select(2, split("/", "a/b/c")),
    select(3, split("/", "a/b/c")),
    "index 3 is outside of the list of Fn::Select, which has 3 values",
  ],
  [
    "Fn::GetAtt: the resource exists",
    arn,
    { "Fn::GetAtt": ["Text", "Arn"] },
    "Fn::GetAtt names Text, which isn't a resource",
  ],
  [
    "Fn::GetAtt: the resource is literal",
    arn,
    { "Fn::GetAtt": [{ Ref: "Text" }, "Arn"] },
    "the resource in Fn::GetAtt must be literal text",
  ],
  [
    "Fn::GetAtt: the attribute exists",
    arn,
    { "Fn::GetAtt": ["Queue", "Size"] },
    "AWS::SQS::Queue has no attribute Size",
  ],
  [
    "Fn::GetAtt: the attribute is literal or a parameter",
    { "Fn::GetAtt": ["Queue", { Ref: "Text" }] },
    { "Fn::GetAtt": ["Queue", sub("${Text}")] },
    "the attribute in Fn::GetAtt must be literal text or a Ref",
  ],
  ["Fn::GetAtt: a list", arn, { "Fn::GetAtt": "Queue.Arn" }, "Fn::GetAtt needs a resource and an attribute"],
  ["Fn::Sub: the text is literal", sub("a"), sub({ Ref: "Text" }), "the text of Fn::Sub must be literal text"],
  [
    "Fn::Sub: the variables exist",
    sub("${!Literal} ${Text} ${Queue} ${Queue.Arn} ${AWS::Region}"),
    sub("${Missing}"),
    "Fn::Sub names Missing, which doesn't exist",
  ],
  [
    "Fn::Sub: the attributes exist",
    sub("${Queue.QueueName}"),
    sub("${Queue.Size}"),
    "AWS::SQS::Queue has no attribute Size",
  ],
  ["Fn::Sub: no list as a variable", sub("${Text}"), sub("${List}"), "variable List of Fn::Sub isn't text"],
  [
    "Fn::Sub: no list as an attribute",
    sub("${Zone.Id}"),
    sub("${Zone.NameServers}"),
    "variable Zone.NameServers of Fn::Sub isn't text",
  ],
  [
    "Fn::Sub: the values of the map are text",
    sub("${Own}", { Own: join(",", ["a"]) }),
    sub("${Own}", { Own: split(",", "a,b") }),
    "variable Own of Fn::Sub isn't text",
  ],
  [
    "Fn::Sub: at most two arguments",
    sub("${Own}", { Own: "a" }),
    sub("${Own}", { Own: "a" }, "b"),
    "Fn::Sub needs a text, or a text and a map of variables",
  ],
  [
    "Fn::If: the condition exists",
    { "Fn::If": ["Own", 1, 2] },
    { "Fn::If": ["Other", 1, 2] },
    "condition Other doesn't exist",
  ],
  [
    "Fn::If: the condition is literal",
    { "Fn::If": ["Own", { Ref: "AWS::NoValue" }, 2] },
    { "Fn::If": [{ Ref: "Text" }, 1, 2] },
    "the name of a condition must be literal text",
  ],
  [
    "Fn::If: two branches",
    { "Fn::If": ["Own", ["a"], []] },
    { "Fn::If": ["Own", 1] },
    "Fn::If needs a condition and two branches",
  ],
  ["Ref: the name is literal", { Ref: "Queue" }, { Ref: ["Queue"] }, "the name in Ref must be literal text"],
  ["Ref: the name exists", { Ref: "AWS::StackId" }, { Ref: "AWS::Stage" }, "Ref names AWS::Stage, which doesn't exist"],
  ["Fn::Base64: text", { "Fn::Base64": sub("a") }, { "Fn::Base64": ["a"] }, "the argument of Fn::Base64 isn't text"],
  [
    "Fn::GetAZs: a region",
    { "Fn::GetAZs": "" },
    { "Fn::GetAZs": sub("a") },
    "the argument of Fn::GetAZs can't be Fn::Sub",
  ],
  [
    "Fn::ImportValue: no attribute of a resource",
    { "Fn::ImportValue": sub("${Text}-a") },
    { "Fn::ImportValue": arn },
    "the argument of Fn::ImportValue can't be Fn::GetAtt",
  ],
  [
    "Fn::FindInMap: the mapping exists",
    { "Fn::FindInMap": ["Regions", { Ref: "AWS::Region" }, "Zone"] },
    { "Fn::FindInMap": ["Zones", "a", "b"] },
    "mapping Zones doesn't exist",
  ],
  ["a function is known", sub("a"), { "Fn::Subb": "a" }, "Fn::Subb isn't a known function"],
  ["a function is the only key", sub("a"), { ...sub("a"), Other: 1 }, "Fn::Sub must be the only key of its object"],
  [
    "a condition is made in Conditions",
    { "Fn::If": ["Own", 1, 2] },
    { "Fn::Equals": ["a", "b"] },
    "Fn::Equals can only be used in Conditions",
  ],
])("%s", ([, good, bad, fault]) => {
  expect(faultsOf(good)).toEqual([]);
  expect(faultsOf(bad)).toContain(fault);
});

const equals = (one: Value, other: Value) => ({ "Fn::Equals": [one, other] });

test.for<[rule: string, good: Value, bad: Value, fault: string]>([
  [
    "Fn::Equals: no attribute of a resource",
    equals({ Ref: "Text" }, ""),
    equals(arn, ""),
    "a value of Fn::Equals can't be Fn::GetAtt",
  ],
  [
    "Fn::Equals: no resource",
    equals(sub("${Text}"), ""),
    equals({ Ref: "Queue" }, ""),
    "a value of Fn::Equals refers to Queue, a resource",
  ],
  [
    "Fn::Equals: no resource in a text",
    equals(sub("${AWS::Region}"), ""),
    equals(sub("${Queue}"), ""),
    "a condition can't refer to Queue, a resource",
  ],
  ["Fn::Equals: two values", equals("a", "b"), { "Fn::Equals": ["a"] }, "Fn::Equals needs 2 values"],
  [
    "Fn::Not: a condition",
    { "Fn::Not": [{ Condition: "Own" }] },
    { "Fn::Not": ["true"] },
    "a value of Fn::Not isn't a condition",
  ],
  ["Fn::Not: one condition", { "Fn::Not": [equals("a", "b")] }, { "Fn::Not": [] }, "Fn::Not needs 1 values"],
  [
    "Fn::And: two to ten conditions",
    { "Fn::And": [{ Condition: "Own" }, equals("a", "b")] },
    { "Fn::And": [{ Condition: "Own" }] },
    "Fn::And needs 2 to 10 values",
  ],
  [
    "Fn::Or: two to ten conditions",
    { "Fn::Or": Array.from({ length: 10 }, () => equals("a", "b")) },
    { "Fn::Or": Array.from({ length: 11 }, () => equals("a", "b")) },
    "Fn::Or needs 2 to 10 values",
  ],
  [
    "Condition: the name exists",
    { "Fn::Not": [{ Condition: "Own" }] },
    { "Fn::Not": [{ Condition: "B" }] },
    "condition B doesn't exist",
  ],
  [
    "Fn::If: not in a condition",
    equals("a", "b"),
    equals({ "Fn::If": ["Own", "a", "b"] }, "b"),
    "Fn::If can't be used in a condition",
  ],
])("%s", ([, good, bad, fault]) => {
  expect(faultsOfCondition(good)).toEqual([]);
  expect(faultsOfCondition(bad)).toContain(fault);
});

test.for<[rule: string, good: Value, bad: Value, fault: string]>([
  [
    "a type is literal",
    { Type: "AWS::SQS::Queue" },
    { Type: { Ref: "Text" } },
    "Resources.Tested.Type must be literal text",
  ],
  [
    "a dependency is literal",
    { Type: "AWS::SQS::Queue", DependsOn: ["Queue"] },
    { Type: "AWS::SQS::Queue", DependsOn: [{ Ref: "Queue" }] },
    "Resources.Tested.DependsOn must be literal text",
  ],
  [
    "a dependency exists",
    { Type: "AWS::SQS::Queue", DependsOn: "Queue" },
    { Type: "AWS::SQS::Queue", DependsOn: "Text" },
    "Resources.Tested: depends on Text, which doesn't exist",
  ],
  [
    "a condition is literal",
    { Type: "AWS::SQS::Queue", Condition: "Own" },
    { Type: "AWS::SQS::Queue", Condition: { "Fn::Not": [{ Condition: "Own" }] } },
    "Resources.Tested.Condition must be literal text",
  ],
  [
    "a deletion policy is literal and known",
    { Type: "AWS::SQS::Queue", DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" },
    { Type: "AWS::SQS::Queue", DeletionPolicy: { Ref: "Text" }, UpdateReplacePolicy: "RetainExceptOnCreate" },
    "Resources.Tested.UpdateReplacePolicy must be one of Delete, Retain, Snapshot",
  ],
  [
    "a text property gets text",
    { Type: "AWS::SQS::Queue", Properties: { QueueName: sub("a") } },
    { Type: "AWS::SQS::Queue", Properties: { QueueName: split(",", "a,b") } },
    "Resources.Tested.Properties.QueueName needs text, and its function returns a list",
  ],
  [
    "a list property gets a list",
    { Type: "AWS::SQS::QueuePolicy", Properties: { PolicyDocument: {}, Queues: split(",", "a,b") } },
    { Type: "AWS::SQS::QueuePolicy", Properties: { PolicyDocument: {}, Queues: { Ref: "Queue" } } },
    "Resources.Tested.Properties.Queues needs a list, and its function returns text",
  ],
  [
    "a value of a list isn't a list itself",
    { Type: "AWS::SQS::QueuePolicy", Properties: { PolicyDocument: {}, Queues: [{ Ref: "Queue" }] } },
    { Type: "AWS::SQS::QueuePolicy", Properties: { PolicyDocument: {}, Queues: [split(",", "a,b")] } },
    "Resources.Tested.Properties.Queues[0] needs text, and its function returns a list",
  ],
  [
    "both branches of a choice fit",
    { Type: "AWS::SQS::Queue", Properties: { QueueName: { "Fn::If": ["Own", "a", { Ref: "AWS::NoValue" }] } } },
    { Type: "AWS::SQS::Queue", Properties: { QueueName: { "Fn::If": ["Own", "a", split(",", "a,b")] } } },
    "Resources.Tested.Properties.QueueName needs text, and its function returns a list",
  ],
])("%s", ([, good, bad, fault]) => {
  // A bad resource isn't a valid type either.
  const faults = (Tested: Value) =>
    intrinsicFaults({ ...base, Resources: { ...base.Resources, Tested: Tested as never } }, specification);
  expect(faults(good)).toEqual([]);
  expect(faults(bad)).toContain(fault);
});

test("an output is text", () => {
  const faults = (Value: Value) => intrinsicFaults({ ...base, Outputs: { Keys: { Value } } }, specification);
  expect(faults(sub("${Queue.Arn}"))).toEqual([]);
  expect(faults(split(",", "a,b"))).toEqual(["Outputs.Keys.Value needs text, and its function returns a list"]);
  expect(faults({ "Fn::Join": [arn, split("own", "own")] })).toEqual([
    "Outputs.Keys.Value: the delimiter of Fn::Join must be literal text",
  ]);
});
