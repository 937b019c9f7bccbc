import { describe, expect, test } from "vitest";
import { RequestRejected } from "../../sandbox/aws/cloudformation/errors.ts";
import type { Stack } from "../../sandbox/aws/cloudformation/stacks/stack.ts";
import type { Template } from "../../sandbox/aws/cloudformation/template.ts";
import { adoptRetained } from "../../scripts/deployment/adopt.ts";
import type { CloudFormation as Client } from "../../scripts/deployment/cloudformation.ts";
import { rotateEdgeSecret } from "../../scripts/deployment/edge-secrets.ts";
import { deployer } from "../../scripts/dev-aws/deployer.ts";
import { verifies } from "../support/verifies.ts";
import { emptyAccount, type InjectedFault } from "./support/account.ts";
import {
  allParameters,
  deploymentIn,
  packagedOnce,
  preparedAccount,
  repackaged,
  withAnotherFunction,
  withStageDescription,
} from "./support/templates.ts";

const template = packagedOnce();
const full = packagedOnce(allParameters);
/** Account in which a stack with every parameter can be deployed. */
const preparedFor = () => emptyAccount(undefined, preparedAccount);
const retained = ["AWS::DynamoDB::Table", "AWS::KMS::Key", "AWS::S3::Bucket"];

/** Returns the state of a stack; a failed one with its reason. */
const outcome = ({ status, reason, events }: Stack) =>
  reason === undefined ? status : [status, reason, ...events.filter((event) => event.status.endsWith("_FAILED"))];

/** Returns the physical IDs of the resources that have the customer's data. */
const keptIds = (stack: Stack) =>
  ["Table", "EncryptionKey", "Blobs"].map((name) => stack.resources.get(name)?.resource.id);

/** Returns the properties of all resources of an account. */
const snapshot = ({ account }: ReturnType<typeof emptyAccount>) =>
  Object.fromEntries(
    account
      .all()
      .filter(({ state }) => state.deletedAt === undefined)
      .map(({ type, id, properties }) => [`${type} ${id}`, properties]),
  );

describe("a deployment to an empty account", () => {
  test("creates the stack", async () => {
    const stack = await deployer(emptyAccount()).deploy(template);
    expect(outcome(stack)).toBe("UPDATE_COMPLETE");
    expect(stack.outputs.get("Address")).toMatch(/^https:\/\/\w+\.cloudfront\.net$/);
  });

  test("creates the stack with every parameter", async () => {
    const stack = await deployer(preparedFor()).deploy(full);
    expect(outcome(stack)).toBe("UPDATE_COMPLETE");
    expect([...stack.resources.keys()]).toEqual(
      expect.arrayContaining(["BackupPlan", "BackupSelection", "Dashboard", "MonthlyBudget", "BeforeCalls"]),
    );
    expect(Object.keys(full.Resources).filter((name) => !stack.resources.has(name))).toEqual([]);
    const propertiesOf = (name: string) => stack.resources.get(name)?.resource.properties;
    expect(propertiesOf("ProxyLambdaFunction")).toMatchObject({
      ReservedConcurrentExecutions: 100,
      TracingConfig: { Mode: "Active" },
      VpcConfig: { SubnetIds: [allParameters.subnetIds] },
    });
    expect(propertiesOf("ApiStage")).toMatchObject({
      AccessLogSetting: { DestinationArn: expect.stringMatching(/^arn:aws:logs:.+[^*]$/) },
      TracingEnabled: true,
    });
    expect(propertiesOf("FailureRateAlarm")).toMatchObject({ AlarmActions: [allParameters.alarmTopicArn] });
  });

  test.each([
    ["an access log", "hasApiGatewayLogRole", /^ApiStage: CloudWatch Logs role ARN must be set/],
    ["copies by AWS Backup", "hasBackupRole", /^BackupSelection: /],
  ] as const)("needs a role of the account for %s", async (_, role, reason) => {
    const inAccount = emptyAccount(undefined, { ...preparedAccount, [role]: false });
    const stack = await deployer(inAccount).deploy(full);
    expect([stack.status, stack.reason]).toEqual(["UPDATE_ROLLBACK_COMPLETE", expect.stringMatching(reason)]);
    expect(inAccount.orphans()).toEqual([]);
  });

  test("can't reserve executions that the account doesn't have", async () => {
    const inAccount = emptyAccount(undefined, { ...preparedAccount, lambdaConcurrency: 200 });
    const stack = await deployer(inAccount).deploy(full);
    expect(stack.reason).toContain(
      "decreases account's UnreservedConcurrentExecution below its minimum value of [100]",
    );
  });

  verifies("runtime:aws:deploys", "the order that CloudFormation chooses doesn't matter", async () => {
    for (const seed of Array.from({ length: 12 }, (_, at) => at + 1)) {
      const inAccount = emptyAccount(chooseRandomly(seed));
      const stack = await deployer(inAccount).deploy(template);
      expect(outcome(stack), `seed ${seed}`).toBe("UPDATE_COMPLETE");
      // A deployment of an API contains what exists when it is created.
      const { deployed } = stack.resources.get(deploymentIn(template))?.resource.state ?? {};
      const wanted = [...stack.resources.values()].filter(({ definition: { Type } }) =>
        ["AWS::ApiGateway::Method", "AWS::ApiGateway::GatewayResponse"].includes(Type),
      );
      expect(deployed?.length, `seed ${seed}`).toBe(wanted.length);
    }
  });

  verifies(
    "runtime:aws:deploys",
    "a failure at any resource leaves nothing behind, and the next one succeeds",
    async () => {
      const inAccount = emptyAccount();
      const { deploy } = deployer(inAccount);
      const faults: unknown[] = [];
      for (const logicalId of Object.keys(template.Resources)) {
        if (isInactive(logicalId) || logicalId.startsWith("ServerlessDeploymentBucket")) continue;
        inAccount.inject({ action: "CREATE", logicalId });
        const { status } = await deploy(template);
        const left = inAccount.orphans();
        if (status !== "UPDATE_ROLLBACK_COMPLETE" || left.length > 0) faults.push([logicalId, status, left]);
      }
      expect(faults).toEqual([]);
      inAccount.inject();
      expect(outcome(await deploy(template))).toBe("UPDATE_COMPLETE");
    },
  );

  test("a stack whose first resources failed has to be deleted first", async () => {
    const inAccount = emptyAccount();
    const { deploy } = deployer(inAccount);
    inAccount.inject({ action: "CREATE", logicalId: "ServerlessDeploymentBucketPolicy" });
    expect((await deploy(template)).status).toBe("ROLLBACK_COMPLETE");
    inAccount.inject();
    await expect(
      inAccount.formation().updateStack({ name: "latchkey-prod", template: { Resources: {} } }),
    ).rejects.toThrow("is in ROLLBACK_COMPLETE state and can not be updated");
    expect((await inAccount.formation().deleteStack("latchkey-prod")).status).toBe("DELETE_COMPLETE");
    expect(outcome(await deploy(template))).toBe("UPDATE_COMPLETE");
  });

  test("rejects a delimiter that isn't literal, before anything changes", async () => {
    const inAccount = emptyAccount();
    const joined = { "Fn::Join": [{ "Fn::GetAtt": ["EncryptionKey", "Arn"] }, ["a", "b"]] };
    const faulty = { ...template, Outputs: { ...template.Outputs, Keys: { Value: joined } } };
    const deployment = deployer(inAccount).deploy(faulty);
    await expect(deployment).rejects.toThrow(RequestRejected);
    await expect(deployment).rejects.toThrow("Outputs.Keys.Value: the delimiter of Fn::Join must be literal text");
    expect([...(inAccount.formation().stack("latchkey-prod")?.resources.keys() ?? [])]).toEqual([
      "ServerlessDeploymentBucket",
      "ServerlessDeploymentBucketPolicy",
    ]);
  });

  test("needs a log group of its own", async () => {
    const inAccount = emptyAccount();
    const { LogGroupName } = template.Resources.ServiceLog?.Properties ?? {};
    const other = {
      Resources: { Log: { Type: "AWS::Logs::LogGroup", Properties: { LogGroupName: LogGroupName ?? "" } } },
    };
    await inAccount.formation().createStack({ name: "other", template: other });
    const stack = await deployer(inAccount).deploy(template);
    expect(stack.reason).toBe(`ServiceLog: ${LogGroupName} already exists`);
    expect(inAccount.orphans()).toEqual([]);
  });
});

describe("an update", () => {
  verifies("runtime:aws:updates", "another package, with other parameters, keeps the data and succeeds", async () => {
    const { deploy } = deployer(preparedFor());
    const first = keptIds(await deploy(template));
    for (const [at, next] of [full, template, full].entries()) {
      const stack = await deploy(repackaged(next, Date.UTC(2031 + at)));
      expect(outcome(stack), `update ${at + 1}`).toBe("UPDATE_COMPLETE");
      expect(keptIds(stack)).toEqual(first);
      expect(stack.events.filter(({ status }) => status === "DELETE_FAILED")).toEqual([]);
    }
  });

  verifies("runtime:aws:updates", "the stage runs the deployment of the newest package", async () => {
    const { deploy } = deployer(emptyAccount());
    await deploy(template);
    const next = repackaged(template);
    const stack = await deploy(next);
    const deployment = stack.resources.get(deploymentIn(next))?.resource;
    expect(stack.resources.get("ApiStage")?.resource.properties.DeploymentId).toBe(deployment?.id);
    expect([...stack.resources.keys()]).not.toContain(deploymentIn(template));
  });

  test("fails if the framework's deployment describes the stage", async () => {
    const { deploy } = deployer(emptyAccount());
    const first = withStageDescription(template);
    expect(outcome(await deploy(first))).toBe("UPDATE_COMPLETE");
    const stack = await deploy(repackaged(first));
    expect(stack.status).toBe("UPDATE_ROLLBACK_COMPLETE");
    expect(stack.reason).toContain(
      "StageDescription cannot be specified when stage referenced by StageName already exists",
    );
  });

  test("can't replace the framework's stage by one of its own", async () => {
    const { deploy } = deployer(emptyAccount());
    await deploy(withStageDescription(template));
    const stack = await deploy(repackaged(template));
    expect([stack.status, stack.reason]).toEqual([
      "UPDATE_ROLLBACK_COMPLETE",
      expect.stringMatching(/^ApiStage: .+ prod already exists$/),
    ]);
  });

  verifies("runtime:aws:updates", "a failure at any resource restores the stack", async () => {
    const next = withAnotherFunction(repackaged(full));
    const changes = await changesOf(template, next);
    const inAccount = preparedFor();
    const { deploy } = deployer(inAccount);
    await deploy(template);
    const before = snapshot(inAccount);
    expect(changes.length).toBeGreaterThan(40);
    for (const change of changes) {
      inAccount.inject(change);
      expect((await deploy(next)).status, change.logicalId).toBe("UPDATE_ROLLBACK_COMPLETE");
      expect(snapshot(inAccount), change.logicalId).toEqual(before);
    }
    inAccount.inject();
    expect(outcome(await deploy(next))).toBe("UPDATE_COMPLETE");
  });

  verifies("access:edge:rotated", "CloudFormation changes the secrets in three updates", async () => {
    const inAccount = emptyAccount();
    const stack = await deployer(inAccount).deploy(template);
    const sent = () => JSON.stringify(stack.resources.get("Distribution")?.resource.properties);
    const before = { ...stack.parameters };
    const changeParameters = async (name: string, changes: Readonly<Record<string, string>>) => {
      const kept = Object.keys(template.Parameters ?? {}).map((parameter) => [parameter, null]);
      const parameters = { ...Object.fromEntries(kept), ...changes };
      await inAccount.formation().updateStack({ name, parameters, capabilities: ["CAPABILITY_IAM"], isInBucket: true });
      expect(outcome(stack)).toBe("UPDATE_COMPLETE");
    };
    const client = {
      stack: async () => ({ parameters: new Map(Object.entries(stack.parameters)) }),
      changeParameters,
    } as unknown as Client;
    expect(sent()).toContain(before.EdgeSecretA);
    await rotateEdgeSecret(client, stack.name, () => undefined);
    expect(sent()).toContain(stack.parameters.EdgeSecretB);
    expect(stack.parameters).not.toMatchObject({ EdgeSecretA: before.EdgeSecretA });
    expect(stack.parameters).not.toMatchObject({ EdgeSecretB: before.EdgeSecretB });
  });

  test("adds a function, and removes it", async () => {
    const { deploy } = deployer(emptyAccount());
    await deploy(template);
    const more = withAnotherFunction(repackaged(template));
    const stack = await deploy(more);
    expect(outcome(stack)).toBe("UPDATE_COMPLETE");
    expect(stack.resources.has("ReportsLambdaFunction")).toBe(true);
    expect(outcome(await deploy(template))).toBe("UPDATE_COMPLETE");
    expect(stack.resources.has("ReportsLambdaFunction")).toBe(false);
  });
});

describe("the end of a stack", () => {
  test("keeps the table, the key and the blobs, and deletes the rest", async () => {
    const inAccount = emptyAccount();
    const { deploy, remove } = deployer(inAccount);
    await deploy(template);
    expect(outcome(await remove())).toBe("DELETE_COMPLETE");
    expect(inAccount.orphans().toSorted()).toEqual(retained);
  });

  test("needs an empty console bucket", async () => {
    const inAccount = emptyAccount();
    const { deploy, remove } = deployer(inAccount);
    const { outputs } = await deploy(template);
    const bucket = inAccount.account.find("AWS::S3::Bucket", "global", outputs.get("ConsoleBucket") ?? "");
    bucket?.state.objects?.add("index.html");
    const stack = await inAccount.formation().deleteStack("latchkey-prod");
    expect(stack.status).toBe("DELETE_FAILED");
    expect(outcome(await remove())).toBe("DELETE_COMPLETE");
  });

  test("the challenges stack can be deleted hours later", async () => {
    const inAccount = emptyAccount();
    const { deploy, remove } = deployer(inAccount);
    await deploy(template);
    await remove();
    const edge = inAccount.formation("us-east-1");
    const name = "latchkey-prod-eu-central-1-challenges";
    expect((await edge.deleteStack(name)).status).toBe("DELETE_FAILED");
    inAccount.account.advance(5 * 3600);
    expect((await edge.deleteStack(name)).status).toBe("DELETE_COMPLETE");
  });

  verifies("runtime:aws:adopted", "CloudFormation accepts the import of each retained resource", async () => {
    const inAccount = preparedFor();
    const { deploy, remove } = deployer(inAccount);
    const [Table = "", EncryptionKey = "", Blobs = ""] = keptIds(await deploy(template)).map(String);
    await remove();
    const client = {
      async adopt(name: string, imported: Template, resources: Parameters<Client["adopt"]>[2]) {
        const stack = await inAccount.formation().importResources({ name, template: imported }, resources);
        expect(outcome(stack)).toBe("IMPORT_COMPLETE");
      },
    } as unknown as Client;
    await adoptRetained(client, "latchkey-prod", full as never, { Table, EncryptionKey, Blobs });
    const stack = await deploy(full);
    expect(outcome(stack)).toBe("UPDATE_COMPLETE");
    expect(keptIds(stack)).toEqual([Table, EncryptionKey, Blobs]);
  });
});

verifies("runtime:aws:region-in-names", "two stages, and a stage in two regions, fit into one account", async () => {
  const { deploy } = deployer(emptyAccount());
  expect(outcome(await deploy(template))).toBe("UPDATE_COMPLETE");
  const staging = packagedOnce({}, "test");
  expect(outcome(await deploy(staging, { name: "latchkey-test" }))).toBe("UPDATE_COMPLETE");
  // The template has names with the region in which it is deployed.
  expect(outcome(await deploy(template, { region: "eu-west-1" }))).toBe("UPDATE_COMPLETE");
});

/** Returns what an update from one template to another creates and updates. */
async function changesOf(from: Template, to: Template): Promise<readonly InjectedFault[]> {
  const { deploy } = deployer(preparedFor());
  const { events } = await deploy(from);
  const first = events.length;
  const updated = await deploy(to);
  return updated.events.slice(first).flatMap(({ logicalId, status }) => {
    const [action = "", end] = status.split("_");
    return logicalId !== updated.name && end === "COMPLETE" && (action === "CREATE" || action === "UPDATE")
      ? [{ action, logicalId }]
      : [];
  });
}

/** True for a resource whose condition doesn't hold with the default parameters. */
function isInactive(logicalId: string): boolean {
  return template.Resources[logicalId]?.Condition !== undefined;
}

/** Returns a choice that is the same for the same seed (the "minimal standard" generator of Park and Miller). */
function chooseRandomly(seed: number) {
  let state = seed;
  return (ready: readonly string[]): string => {
    state = (state * 48_271) % 2_147_483_647;
    return ready[state % ready.length] ?? "";
  };
}
