import { runInNewContext } from "node:vm";
import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import type { Template } from "../../sandbox/aws/cloudformation/template.ts";
import { challengesCode, challengesTemplate } from "../../scripts/deployment/challenges-stack.ts";
import { cloudFormation } from "../../scripts/deployment/cloudformation.ts";
import { deployStacks } from "../../scripts/deployment/deploy-stacks.ts";
import { edgeSecretParameters, rotateEdgeSecret } from "../../scripts/deployment/edge-secrets.ts";
import { declaredParameters, readDeployment } from "../../scripts/deployment/parameters.ts";
import { removeStacks } from "../../scripts/deployment/remove-stacks.ts";
import StagePlugin from "../../scripts/stage-plugin.ts";
import { standInCloudFormation } from "../support/aws/stand-in-cloudformation.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";
import { verifies } from "../support/verifies.ts";
import { referenceFaults } from "./support/reference-faults.ts";
import { shapeFaults } from "./support/shape-faults.ts";

type Headers = Record<string, { key?: string; value: string }[]>;

/** Returns the function as Lambda loads it: the file index.js of the template. */
function edgeFunction() {
  const exports: { handler?: (event: object) => Promise<{ status: string; headers: Headers }> } = {};
  runInNewContext(challengesCode, { exports });
  if (exports.handler === undefined) throw new Error("index.js exports no handler");
  return exports.handler;
}

/** Returns an event for an origin response as in "Lambda@Edge event structure": lower-case names, with values and original names. */
const originResponse = (status: string, headers: Headers) => ({
  Records: [{ cf: { config: { eventType: "origin-response" }, request: {}, response: { status, headers } } }],
});

describe("a challenge", () => {
  verifies("runtime:aws:challenges", async () => {
    const headers: Headers = {
      // "Amazon API Gateway important notes": the header is renamed if a function returns it.
      "x-amzn-remapped-www-authenticate": [
        { key: "x-amzn-Remapped-WWW-Authenticate", value: 'Basic realm="FileMaker OData"' },
        { key: "x-amzn-Remapped-WWW-Authenticate", value: "Bearer" },
      ],
      "content-type": [{ key: "Content-Type", value: "application/json" }],
    };
    expect(await edgeFunction()(originResponse("401", headers))).toEqual({
      status: "401",
      headers: {
        "www-authenticate": [
          { key: "WWW-Authenticate", value: 'Basic realm="FileMaker OData"' },
          { key: "WWW-Authenticate", value: "Bearer" },
        ],
        "content-type": [{ key: "Content-Type", value: "application/json" }],
      },
    });
  });

  verifies("runtime:aws:challenges", "a response without one is unchanged", async () => {
    const headers: Headers = { etag: [{ key: "ETag", value: '"a"' }] };
    expect(await edgeFunction()(originResponse("200", headers))).toEqual({ status: "200", headers });
  });

  verifies(
    "runtime:aws:challenges",
    "passes the function on the paths that answer with challenges, and on no other",
    () => {
      const { CacheBehaviors, DefaultCacheBehavior } = properties(
        packagedTemplate(),
        "Distribution",
      ).DistributionConfig;
      const behind = [{ EventType: "origin-response", LambdaFunctionARN: expect.any(String) }];
      const paths = ["fmi/odata/*", "mcp/*", "admin-mcp", "oauth/*", "api/google-auth/*"];
      const [ours, theirs] = ["svc", "otto"].map((prefix) => paths.map((path) => `${prefix}/${path}`));
      const patterns = [...(ours ?? []), ...(theirs ?? [])];
      // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types
      const behaviors = CacheBehaviors.map((behavior: any) => behavior["Fn::If"]?.[1] ?? behavior);
      for (const { PathPattern, LambdaFunctionAssociations } of [...behaviors, DefaultCacheBehavior])
        expect(LambdaFunctionAssociations, PathPattern).toEqual(patterns.includes(PathPattern) ? behind : undefined);
      const ofApi = behaviors.filter(({ TargetOriginId }: { TargetOriginId: string }) => TargetOriginId === "api");
      expect(ofApi.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
        ...[...(ours ?? []), "svc/*"],
        ...[...(theirs ?? []), "otto/*"],
        ".well-known/*",
      ]);
    },
  );
});

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types; tests read arbitrary fields
const properties = ({ Resources }: Template, name: string): any => Resources[name]?.Properties;

describe("the stack of the challenges' function", () => {
  const template = challengesTemplate("latchkey-prod-eu-central-1-challenges") as unknown as Template;

  test("has no type, property, or reference that CloudFormation doesn't know", () => {
    const spec = loadAwsServiceSpecSync();
    expect([...shapeFaults(template, spec), ...referenceFaults(template, spec)]).toEqual([]);
  });

  // "Restrictions on Lambda@Edge": these runtimes, x86_64, at most 30 seconds, and no variables, layers or VPC.
  test("is valid for Lambda@Edge", () => {
    const { Runtime, Timeout, Code, ...rest } = properties(template, "Function");
    const role = properties(template, "Role");
    expect(["nodejs20.x", "nodejs22.x"]).toContain(Runtime);
    expect(Timeout).toBeLessThanOrEqual(30);
    expect(Object.keys(rest).sort()).toEqual(["FunctionName", "Handler", "MemorySize", "Role"]);
    // Maximum size of inline code in CloudFormation.
    expect(Code.ZipFile.length).toBeLessThan(4096);
    expect(JSON.stringify(role)).toContain('["lambda.amazonaws.com","edgelambda.amazonaws.com"]');
    // The role allows nothing.
    expect(Object.keys(role)).toEqual(["AssumeRolePolicyDocument"]);
  });
});

describe("npm run deploy", async () => {
  const arguments_ = ["--param=fmsUrl=https://fms.example.com", "--param=region=eu-central-1"];
  const fromNothing = { read: () => ({}), write: () => "" };
  const wanted = (...words: readonly string[]) => readDeployment([...arguments_, ...words], fromNothing);
  let fake: Awaited<ReturnType<typeof standInCloudFormation>>;
  let steps: string[];
  const printed: string[] = [];
  /** Edge secrets that the framework got. */
  const given: string[] = [];

  beforeEach(async () => {
    fake = await standInCloudFormation();
    steps = fake.actions;
    printed.length = 0;
    given.length = 0;
    vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", fake.origin);
    onTestFinished(() => void vi.unstubAllEnvs());
  });

  /** `code`: exit code of the framework's deployment. */
  const dependencies = (code = 0) => {
    const credentials = { accessKeyId: "AKIADEPLOY", secretAccessKey: "a secret of its own" };
    return {
      formation: cloudFormation({ region: "eu-central-1", credentials }, 1),
      edgeFormation: cloudFormation({ region: "us-east-1", credentials }, 1),
      framework: (command: string, words: readonly string[], variables: Readonly<Record<string, string>> = {}) => {
        const { EDGE_SECRETS: secrets, ...shown } = variables;
        if (secrets !== undefined) given.push(secrets);
        steps.push(`${command} ${Object.entries(shown).join()}`.trim());
        if (command === "deploy")
          fake.stand("eu-central-1", "latchkey-prod", {
            Metadata: { Latchkey: { Parameters: { ...declaredParameters, ...Object.fromEntries(words.map(paired)) } } },
            ...(code === 0 && { Parameters: { EdgeSecretA: {}, EdgeSecretB: {}, EdgeSecretInUse: { Default: "A" } } }),
            Outputs: code === 0 ? { ConsoleBucket: "console", TableName: "table" } : { DeploymentBucket: "packages" },
          });
        if (command === "remove") fake.fall("eu-central-1", "latchkey-prod");
        return command === "deploy" ? code : 0;
      },
      packagedTemplate: packagedTemplate as never,
      protectFromDeletion: async (table: string) => steps.push(`protect ${table}`) > 0,
      emptyBucket: async () => void steps.push("empty the console's bucket"),
      print: (sentence: string) => void printed.push(sentence),
    };
  };
  const paired = (word: string) => word.replace(/^--(?:param=)?/, "").split("=") as [string, string];
  const edge = "latchkey-prod-eu-central-1-challenges";

  verifies(
    "runtime:aws:challenges",
    "deploys the function's stack first, and passes its version to the other",
    async () => {
      expect(await deployStacks(wanted(), dependencies())).toBe(0);
      expect(steps).toEqual([
        `CreateStack ${edge} us-east-1`,
        expect.stringMatching(/^deploy CHALLENGES_VERSION,.*Version[0-9a-f]{16}/),
        'protect "table"',
      ]);
      // Repeating it changes nothing there.
      await deployStacks(wanted(), dependencies());
      expect(steps.slice(3)).toEqual([`UpdateStack ${edge} us-east-1`, ...steps.slice(1, 3)]);
    },
  );

  verifies(
    "runtime:aws:challenges",
    "npm run remove deletes it last, and says so while CloudFront has copies of it",
    async () => {
      await deployStacks(wanted(), dependencies());
      steps.length = 0;
      fake.setReplicas(true);
      expect(await removeStacks(wanted(), dependencies())).toBe(1);
      expect(steps).toEqual(["empty the console's bucket", "remove", `DeleteStack ${edge} us-east-1`]);
      expect(printed.at(-1)).toContain("CloudFront still has copies of its function");
      fake.setReplicas(false);
      steps.length = 0;
      expect(await removeStacks(wanted(), dependencies())).toBe(0);
      expect(steps).toEqual([`DeleteStack ${edge} us-east-1`]);
    },
  );

  verifies(
    "runtime:aws:parameters",
    "changes nothing if an omitted parameter would be reset to its default",
    async () => {
      await deployStacks(wanted("--param=trashDays=7"), dependencies());
      steps.length = 0;
      await expect(deployStacks(wanted(), dependencies())).rejects.toThrow(SettingRefused);
      expect(steps).toEqual([]);
    },
  );

  verifies("runtime:aws:adopted", async () => {
    const words = [
      "--adopt=Table=latchkey-prod-Table-1",
      "--adopt=EncryptionKey=11111111-2222",
      "--adopt=Blobs=blobs-1",
    ];
    expect(await deployStacks(wanted(...words), dependencies())).toBe(0);
    expect(steps.map((step) => step.split(" ").slice(0, 2).join(" "))).toEqual([
      `CreateStack ${edge}`,
      expect.stringContaining("package CHALLENGES_VERSION"),
      "CreateChangeSet latchkey-prod",
      "ExecuteChangeSet latchkey-prod",
      expect.stringContaining("deploy CHALLENGES_VERSION"),
      'protect "table"',
    ]);
    const set = fake.bodies.find((body) => body.get("Action") === "CreateChangeSet");
    expect(set?.get("ChangeSetType")).toBe("IMPORT");
    expect(set?.get("ResourcesToImport.member.1.ResourceIdentifier.entry.1.value")).toBe("latchkey-prod-Table-1");
    const { Resources, Conditions } = JSON.parse(set?.get("TemplateBody") ?? "");
    // Other conditions need parameters, which an import doesn't have.
    expect(Object.keys(Conditions)).toEqual(["OtherOrigins", "CopiedElsewhere"]);
    // "Import AWS resources into a CloudFormation stack": each has a DeletionPolicy, and the template contains nothing else.
    expect(
      Object.entries<{ DeletionPolicy: string }>(Resources).map(([name, { DeletionPolicy }]) => [name, DeletionPolicy]),
    ).toEqual([
      ["Table", "RetainExceptOnCreate"],
      ["EncryptionKey", "RetainExceptOnCreate"],
      ["Blobs", "RetainExceptOnCreate"],
    ]);
    await expect(deployStacks(wanted(...words), dependencies())).rejects.toThrow("already exists");
  });

  verifies("runtime:aws:failed-first", async () => {
    expect(await deployStacks(wanted(), dependencies(1))).toBe(1);
    // CloudFormation can delete a table only while it isn't protected.
    expect(steps.filter((step) => step.startsWith("protect"))).toEqual([]);
    expect(printed.at(-1)).toBe(
      `The first deployment failed, and CloudFormation deleted what it had created. Two stacks without data are left: latchkey-prod, with the bucket of the packages, and ${edge}. Deploy again, or delete both with npm run remove.`,
    );
    expect(await deployStacks(wanted(), dependencies())).toBe(0);
    expect(steps.at(-1)).toBe('protect "table"');
    // A later deployment that fails leaves a complete stack.
    printed.length = 0;
    fake.stand("eu-central-1", "latchkey-prod", { Outputs: { TableName: "table" } });
    await deployStacks(wanted(), { ...dependencies(), framework: () => 1 });
    expect(printed.filter((line) => line.includes("failed"))).toEqual([]);
  });

  verifies("runtime:aws:failed-first", "an empty stack of a failed creation is replaced", async () => {
    for (const status of ["ROLLBACK_COMPLETE", "REVIEW_IN_PROGRESS", "IMPORT_ROLLBACK_COMPLETE"]) {
      fake.stand("eu-central-1", "latchkey-prod", {}, status);
      fake.stand("us-east-1", edge, challengesTemplate(edge), "ROLLBACK_COMPLETE");
      steps.length = 0;
      expect(await deployStacks(wanted(), dependencies()), status).toBe(0);
      expect(steps.slice(0, 3)).toEqual([
        "DeleteStack latchkey-prod eu-central-1",
        `DeleteStack ${edge} us-east-1`,
        `CreateStack ${edge} us-east-1`,
      ]);
      expect(printed).toContain("Deleted latchkey-prod, an empty stack that a failed deployment left.");
    }
  });

  test("a stack that only an administrator can repair is left alone", async () => {
    for (const [status, remedy] of [
      ["UPDATE_ROLLBACK_FAILED", "Continue its rollback"],
      ["DELETE_FAILED", "Delete it"],
    ] as const) {
      fake.stand("eu-central-1", "latchkey-prod", { Outputs: { TableName: "table" } }, status);
      await expect(deployStacks(wanted(), dependencies())).rejects.toThrow(remedy);
      expect(steps).toEqual([]);
    }
  });

  verifies("access:edge:rotated", "a new stack gets two random secrets, and keeps them", async () => {
    await deployStacks(wanted(), dependencies(1));
    await deployStacks(wanted(), dependencies());
    await deployStacks(wanted("--param=trashDays=7"), dependencies());
    // Once for the failed deployment, whose stack has none, and once for the next.
    const secrets = given.flatMap((one) => one.split(","));
    expect([given.length, new Set(secrets).size]).toEqual([2, 4]);
    for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/);
    expect(edgeSecretParameters(given[0])).toEqual([
      { ParameterKey: "EdgeSecretA", ParameterValue: secrets[0] },
      { ParameterKey: "EdgeSecretB", ParameterValue: secrets[1] },
      { ParameterKey: "EdgeSecretInUse", ParameterValue: "A" },
    ]);
    expect(edgeSecretParameters(undefined)).toEqual(
      ["EdgeSecretA", "EdgeSecretB", "EdgeSecretInUse"].map((ParameterKey) => ({
        ParameterKey,
        UsePreviousValue: true,
      })),
    );
    expect([...steps, ...printed].filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
  });

  verifies("access:edge:rotated", "both secrets are valid while CloudFront learns the new one", async () => {
    await deployStacks(wanted(), dependencies());
    const changes = () =>
      fake.bodies
        .filter((body) => body.get("UsePreviousTemplate") === "true")
        .map((body) => {
          const numbers = [1, 2, 3].map((number) => `Parameters.member.${number}`);
          return numbers.flatMap((member) => {
            const [name, value] = [body.get(`${member}.ParameterKey`), body.get(`${member}.ParameterValue`)];
            // The others keep their values.
            expect(body.get(`${member}.UsePreviousValue`)).toBe(value === null ? "true" : null);
            return value === null ? [] : [`${name}=${value.length === 43 ? "new" : value}`];
          });
        });
    const { formation, print } = dependencies();
    await rotateEdgeSecret(formation, "latchkey-prod", print);
    expect(changes()).toEqual([["EdgeSecretB=new"], ["EdgeSecretInUse=B"], ["EdgeSecretA=new"]]);
    await rotateEdgeSecret(formation, "latchkey-prod", print);
    expect(changes().slice(3)).toEqual([["EdgeSecretA=new"], ["EdgeSecretInUse=A"], ["EdgeSecretB=new"]]);
    await expect(rotateEdgeSecret(formation, "latchkey-other", print)).rejects.toThrow(SettingRefused);
  });

  verifies(
    "access:edge:rotated",
    "the framework gets the secrets when it updates the stack, after it has written its files",
    () => {
      const provider: { stackParameters?: readonly object[] } = {};
      const { hooks } = new StagePlugin({ classes: { Error }, service: { custom: {}, provider } } as never);
      const update = () => hooks["before:aws:deploy:deploy:updateStack"]?.();
      vi.stubEnv("EDGE_SECRETS", "one,other");
      expect(provider.stackParameters).toBeUndefined();
      update();
      expect(provider.stackParameters).toEqual(edgeSecretParameters("one,other"));
      vi.unstubAllEnvs();
      update();
      expect(provider.stackParameters).toEqual(edgeSecretParameters(undefined));
    },
  );
});
