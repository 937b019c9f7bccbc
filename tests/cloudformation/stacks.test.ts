import { describe, expect, test } from "vitest";
import { RequestRejected } from "../../sandbox/aws/cloudformation/errors.ts";
import type { Resource, Template, Value } from "../../sandbox/aws/cloudformation/template.ts";
import { emptyAccount } from "./support/account.ts";

// The behavior of CloudFormation itself, on queues: they need nothing else.

const queue = (properties: Resource["Properties"] = {}, more: Partial<Resource> = {}): Resource => ({
  Type: "AWS::SQS::Queue",
  Properties: properties,
  ...more,
});
const arnOf = (name: string) => ({ "Fn::GetAtt": [name, "Arn"] });
const dead = (name: string) => ({ RedrivePolicy: { deadLetterTargetArn: arnOf(name), maxReceiveCount: 5 } });
const of = (Resources: Template["Resources"], more: Partial<Template> = {}): Template => ({ ...more, Resources });

function region() {
  const inAccount = emptyAccount();
  const formation = inAccount.formation();
  return {
    ...inAccount,
    formation,
    create: (template: Template, name = "s") => formation.createStack({ name, template }),
    update: (template: Template, name = "s") => formation.updateStack({ name, template }),
    names: () => inAccount.account.all().map(({ attributes }) => String(attributes.QueueName).replace(/-\w+$/, "")),
  };
}

describe("a template", () => {
  test.for<[string, Template, string]>([
    ["an unknown type", of({ A: { Type: "AWS::SQS::Quue" } }), "Unrecognized resource types: [AWS::SQS::Quue]"],
    ["a reference without a target", of({ A: queue({ QueueName: { Ref: "B" } }) }), "Ref names B, which doesn't exist"],
    [
      "resources that need each other",
      of({ A: queue(dead("B")), B: queue(dead("A")), C: queue(dead("A")) }),
      "Circular dependency between resources: [A, B]",
    ],
    [
      "more than 500 resources",
      of(Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`A${at}`, queue()]))),
      "the number of resources, 501, is greater than 500",
    ],
    ["more than 51,200 bytes in a request", of({ A: queue({ QueueName: "a".repeat(51_200) }) }), "template's size"],
    [
      "a role without the capability",
      of({ A: { Type: "AWS::IAM::Role", Properties: { AssumeRolePolicyDocument: {} } } }),
      "Requires capabilities : [CAPABILITY_IAM]",
    ],
    [
      "a parameter without a value",
      of({ A: queue({ QueueName: { Ref: "Name" } }) }, { Parameters: { Name: { Type: "String" } } }),
      "Parameters: [Name] must have values",
    ],
  ])("with %s is rejected before anything changes", async ([, template, reason]) => {
    const { create, formation } = region();
    const creation = create(template);
    await expect(creation).rejects.toThrow(RequestRejected);
    await expect(creation).rejects.toThrow(reason);
    expect(formation.stack("s")).toBeUndefined();
  });

  test.for<[string, Resource["Properties"], string]>([
    ["unknown", { QueueNam: "a" }, "#: extraneous key [QueueNam] is not permitted"],
    ["mistyped", { DelaySeconds: "soon" }, "#/DelaySeconds: expected type: Integer"],
  ])("with an %s property fails", async ([, properties, reason]) => {
    const { create } = region();
    const stack = await create(of({ A: queue(properties) }));
    expect([stack.status, stack.reason]).toEqual(["ROLLBACK_COMPLETE", expect.stringContaining(reason)]);
  });

  test("with a missing property fails", async () => {
    const stack = await region().create(of({ A: { Type: "AWS::S3::BucketPolicy", Properties: { Bucket: "a" } } }));
    expect(stack.reason).toContain("required key [PolicyDocument] not found");
  });

  test.for<[string, Value, string]>([
    ["Fn::Join", { "Fn::Join": ["-", ["a", { Ref: "AWS::Region" }]] }, "a-eu-central-1"],
    ["Fn::Split and Fn::Select", { "Fn::Select": [1, { "Fn::Split": ["/", "a/b/c"] }] }, "b"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references
    ["Fn::Sub", { "Fn::Sub": ["${Word} ${A.QueueName} ${!Word}", { Word: "the" }] }, "the fixed ${Word}"],
    ["Fn::If", { "Fn::If": ["IsOn", "on", "off"] }, "on"],
    ["Ref of a parameter", { Ref: "Switch" }, "1"],
    ["Fn::GetAtt", arnOf("A"), "arn:aws:sqs:eu-central-1:123456789012:fixed"],
  ])("gets the result of %s", async ([, value, result]) => {
    const template = of(
      { A: queue({ QueueName: "fixed" }) },
      {
        Parameters: { Switch: { Type: "String", Default: 1 } },
        Conditions: { IsOn: { "Fn::Not": [{ "Fn::Equals": [{ Ref: "Switch" }, ""] }] } },
        Outputs: { Result: { Value: value } },
      },
    );
    expect((await region().create(template)).outputs.get("Result")).toBe(result);
  });

  test("omits resources, outputs and values whose condition doesn't hold", async () => {
    const { create, names } = region();
    const none = { "Fn::If": ["Never", "a", { Ref: "AWS::NoValue" }] };
    const stack = await create(
      of(
        { A: queue({ QueueName: none }), B: queue({}, { Condition: "Never" }) },
        {
          Conditions: { Never: { "Fn::Equals": ["a", "b"] } },
          Outputs: { Gone: { Condition: "Never", Value: { Ref: "B" } } },
        },
      ),
    );
    expect([stack.status, names(), stack.outputs.size]).toEqual(["CREATE_COMPLETE", ["s-A"], 0]);
  });
});

test("a parameter can keep its value, and the stack its template", async () => {
  const { formation } = region();
  const template = of(
    { A: queue({ QueueName: { Ref: "Name" }, DelaySeconds: { Ref: "Delay" } }) },
    { Parameters: { Name: { Type: "String", MinLength: 3 }, Delay: { Type: "Number", Default: 1 } } },
  );
  const stack = await formation.createStack({ name: "s", template, parameters: { Name: "jobs" } });
  await formation.updateStack({ name: "s", parameters: { Name: null, Delay: "2" } });
  expect(stack.resources.get("A")?.properties).toEqual({ QueueName: "jobs", DelaySeconds: "2" });
  await expect(formation.updateStack({ name: "s", parameters: { Name: "a" } })).rejects.toThrow(
    "Parameter 'Name' must contain from 3",
  );
});

describe("a failed create", () => {
  const template = of({
    A: queue({}, { DeletionPolicy: "Retain" }),
    B: queue({}, { DeletionPolicy: "RetainExceptOnCreate" }),
    C: queue(),
    D: queue({}, { DependsOn: ["A", "B", "C"] }),
  });

  test("deletes what it created, except what is retained", async () => {
    const { create, inject, names, update } = region();
    inject({ action: "CREATE", logicalId: "D" });
    expect((await create(template)).status).toBe("ROLLBACK_COMPLETE");
    expect(names()).toEqual(["s-A"]);
    await expect(update(template)).rejects.toThrow("can not be updated");
  });

  test("keeps what it can't delete, until the stack is deleted", async () => {
    const { create, formation, inject, names } = region();
    const { A: _, ...others } = template.Resources;
    inject({ action: "CREATE", logicalId: "D" }, { action: "DELETE", logicalId: "C" });
    const stack = await create(of({ ...others, D: queue({}, { DependsOn: ["B", "C"] }) }));
    expect([stack.status, [...stack.resources.keys()]]).toEqual(["ROLLBACK_FAILED", ["C"]]);
    inject();
    expect((await formation.deleteStack("s")).status).toBe("DELETE_COMPLETE");
    expect(names()).toEqual([]);
  });
});

describe("an update", () => {
  test("without changes is rejected", async () => {
    const { create, update } = region();
    await create(of({ A: queue() }));
    await expect(update(of({ A: queue() }))).rejects.toThrow("No updates are to be performed.");
  });

  test("of a type is rejected", async () => {
    const { create, update } = region();
    await create(of({ A: queue() }));
    await expect(update(of({ A: { Type: "AWS::S3::Bucket" } }))).rejects.toThrow("Update of resource type");
  });

  test("creates a replacement, moves its users, and then deletes the old resource", async () => {
    const { create, update } = region();
    const stack = await create(of({ A: queue({ QueueName: "a" }), B: queue(dead("A")) }));
    const first = stack.events.length;
    await update(of({ A: queue({ QueueName: "b" }), B: queue(dead("A")) }));
    expect(stack.events.slice(first).map(({ logicalId, status }) => `${logicalId} ${status}`)).toEqual([
      "s UPDATE_IN_PROGRESS",
      "A UPDATE_COMPLETE",
      "B UPDATE_COMPLETE",
      "s UPDATE_COMPLETE_CLEANUP_IN_PROGRESS",
      "A DELETE_COMPLETE",
      "s UPDATE_COMPLETE",
    ]);
  });

  test("keeps a replaced resource if its policy says so", async () => {
    const { create, names, update } = region();
    const named = (QueueName: string) => of({ A: queue({ QueueName }, { UpdateReplacePolicy: "Retain" }) });
    await create(named("one"));
    await update(named("two"));
    expect(names()).toEqual(["one", "two"]);
  });

  test("that fails restores properties and replaced resources", async () => {
    const { create, inject, names, update } = region();
    const stack = await create(of({ A: queue({ QueueName: "a" }), B: queue({ DelaySeconds: 1 }), C: queue() }));
    inject({ action: "UPDATE", logicalId: "C" });
    await update(
      of({
        A: queue({ QueueName: "b" }),
        B: queue({ DelaySeconds: 2 }),
        C: queue({ DelaySeconds: 2 }, { DependsOn: ["A", "B", "D"] }),
        D: queue(),
      }),
    );
    expect([stack.status, stack.reason]).toEqual(["UPDATE_ROLLBACK_COMPLETE", "C: Injected fault"]);
    expect(names()).toEqual(["a", "s-B", "s-C"]);
    expect(stack.resources.get("B")?.resource.properties).toEqual({ DelaySeconds: 1 });
  });

  test("leaves a removed resource that it can't delete without a stack", async () => {
    const { create, inject, orphans, update } = region();
    await create(of({ A: queue(), B: queue() }));
    inject({ action: "DELETE", logicalId: "B" });
    expect((await update(of({ A: queue() }))).status).toBe("UPDATE_COMPLETE");
    expect(orphans()).toEqual(["AWS::SQS::Queue"]);
  });
});

describe("exports", () => {
  const exporting = (QueueName: string) =>
    of({ A: queue({ QueueName }) }, { Outputs: { Name: { Value: QueueName, Export: { Name: "name" } } } });
  const importing = of({ B: queue({ QueueName: { "Fn::ImportValue": "name" } }) });

  test("a name is exported once in a region", async () => {
    const { create } = region();
    await create(exporting("a"), "one");
    const stack = await create(exporting("b"), "two");
    expect([stack.status, stack.reason]).toEqual([
      "ROLLBACK_COMPLETE",
      "Export with name name is already exported by stack one",
    ]);
  });

  test("an imported value can't change, and its stack can't be deleted", async () => {
    const { create, formation, update } = region();
    await create(exporting("a"), "one");
    expect(
      (
        await create(
          of({ B: queue({ QueueName: { "Fn::Join": ["", ["b-", { "Fn::ImportValue": "name" }]] } }) }),
          "two",
        )
      ).status,
    ).toBe("CREATE_COMPLETE");
    expect((await update(exporting("c"), "one")).reason).toBe("Export name cannot be updated as it is in use by two");
    expect((await formation.deleteStack("one")).status).toBe("DELETE_FAILED");
    await formation.deleteStack("two");
    expect((await formation.deleteStack("one")).status).toBe("DELETE_COMPLETE");
  });

  test("a missing export fails", async () => {
    expect((await region().create(importing)).reason).toContain("No export named name found");
  });
});

describe("a delete", () => {
  test("starts with the users of a resource, whatever update added them", async () => {
    const { create, formation, update } = region();
    const stack = await create(of({ A: queue() }));
    await update(of({ A: queue(dead("B")), B: queue() }));
    const first = stack.events.length;
    await formation.deleteStack("s");
    const deleted = stack.events.slice(first).filter(({ status }) => status === "DELETE_COMPLETE");
    expect(deleted.map(({ logicalId }) => logicalId)).toEqual(["A", "B", "s"]);
  });
});

describe("an import", () => {
  const kept = queue({ QueueName: "kept" }, { DeletionPolicy: "RetainExceptOnCreate" });
  const url = "https://sqs.eu-central-1.amazonaws.com/123456789012/kept";
  const resources = [{ type: "AWS::SQS::Queue", logicalId: "A", identifier: { QueueUrl: url } }];

  async function withKeptQueue() {
    const opened = region();
    await opened.create(of({ A: kept }));
    await opened.formation.deleteStack("s");
    const into = (template: Template, toImport = resources) =>
      opened.formation.importResources({ name: "t", template }, toImport);
    return { ...opened, into };
  }

  test("manages the resource, and the next update changes it", async () => {
    const { into, orphans, update } = await withKeptQueue();
    expect((await into(of({ A: kept }))).status).toBe("IMPORT_COMPLETE");
    expect(orphans()).toEqual([]);
    const more = of({ A: { ...kept, Properties: { ...kept.Properties, DelaySeconds: 1 } }, B: queue() });
    expect((await update(more, "t")).status).toBe("UPDATE_COMPLETE");
  });

  test.for<[string, Template, string]>([
    ["a resource without a deletion policy", of({ A: queue({ QueueName: "kept" }) }), "must have a DeletionPolicy"],
    ["another resource", of({ A: kept, B: queue() }), "You have modified resources [B]"],
    ["outputs", of({ A: kept }, { Outputs: { B: { Value: "b" } } }), "you cannot modify or add [Outputs]"],
  ])("with %s is rejected", async ([, template, reason]) => {
    const { into } = await withKeptQueue();
    await expect(into(template)).rejects.toThrow(reason);
  });

  test("of a missing resource, or one of another stack, fails", async () => {
    const { formation, into } = await withKeptQueue();
    const missing = [{ type: "AWS::SQS::Queue", logicalId: "A", identifier: { QueueUrl: "nope" } }];
    expect((await into(of({ A: kept }), missing)).status).toBe("IMPORT_ROLLBACK_COMPLETE");
    await into(of({ A: kept }));
    const twice = await formation.importResources({ name: "u", template: of({ A: kept }) }, resources);
    expect([twice.status, twice.reason]).toEqual([
      "IMPORT_ROLLBACK_COMPLETE",
      expect.stringContaining("already exists in stack"),
    ]);
  });
});
