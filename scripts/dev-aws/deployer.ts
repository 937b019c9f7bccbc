import type { Account } from "../../sandbox/aws/cloudformation/account.ts";
import type { CloudFormation } from "../../sandbox/aws/cloudformation/cloudformation.ts";
import type { Stack } from "../../sandbox/aws/cloudformation/stacks/stack.ts";
import { isObject, type Template } from "../../sandbox/aws/cloudformation/template.ts";
import { challengesStackOf, challengesTemplate, versionOutput } from "../deployment/challenges-stack.ts";
import { edgeSecretParameters, edgeSecretsVariable, edgeSecretVariables } from "../deployment/edge-secrets.ts";

/** Account to deploy to, with CloudFormation in each of its regions. */
interface Destination {
  readonly account: Account;
  formation(region?: string): CloudFormation;
}

/** Stack of the service to deploy. */
interface Target {
  readonly name?: string;
  readonly region?: string;
}

const deploymentBucket = "ServerlessDeploymentBucketName";

/** Deploys packaged templates as `npm run deploy` and the framework do. */
export function deployer({ account, formation }: Destination) {
  /** Creates or updates the stack with the function that CloudFront runs. Returns the function's version. */
  async function deployChallenges(name: string, region: string): Promise<string> {
    const edge = formation("us-east-1");
    const challenges = challengesStackOf(name, region);
    const stack =
      edge.stack(challenges) ??
      (await edge.createStack({
        name: challenges,
        template: challengesTemplate(challenges) as unknown as Template,
        capabilities: ["CAPABILITY_IAM"],
      }));
    return stack.outputs.get(versionOutput) ?? "";
  }

  /** Uploads the functions' zips. */
  function upload(bucketName: string | undefined, { Resources }: Template): void {
    const objects = account.find("AWS::S3::Bucket", "global", bucketName ?? "")?.state.objects;
    for (const { Type, Properties: { Code } = {} } of Object.values(Resources))
      if (Type === "AWS::Lambda::Function" && isObject(Code)) objects?.add(String(Code.S3Key));
  }

  return {
    /** Deploys the challenges stack, creates the service's stack with the framework's bucket, uploads, updates the stack, protects its table. */
    async deploy(template: Template, { name = "latchkey-prod", region = "eu-central-1" }: Target = {}): Promise<Stack> {
      const version = await deployChallenges(name, region);
      const regional = formation(region);
      const stack = regional.stack(name) ?? (await regional.createStack({ name, template: bucketOnly(template) }));
      if (stack.status === "ROLLBACK_COMPLETE") return stack;
      // A stack that adopted resources has no bucket yet: the framework adds it to the template that it finds.
      if (!stack.outputs.has(deploymentBucket)) {
        const { Resources, Outputs } = bucketOnly(template);
        const withBucket = {
          ...stack.template,
          Resources: { ...stack.template.Resources, ...Resources },
          Outputs: Outputs ?? {},
        };
        await regional.updateStack({ name, template: withBucket });
      }
      upload(stack.outputs.get(deploymentBucket), template);
      await regional.updateStack({
        name,
        template: withVersion(template, version),
        parameters: secretsFor(stack, template),
        capabilities: ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"],
        isInBucket: true,
      });
      if (stack.status === "UPDATE_COMPLETE") protectTable(stack);
      return stack;
    },
    /** Empties the buckets that aren't kept and deletes the service's stack, as `npm run remove` does. */
    async remove({ name = "latchkey-prod", region = "eu-central-1" }: Target = {}): Promise<Stack> {
      const outputs = formation(region).stack(name)?.outputs;
      for (const bucket of [outputs?.get(deploymentBucket), outputs?.get("ConsoleBucket")])
        account.find("AWS::S3::Bucket", "global", bucket ?? "")?.state.objects?.clear();
      return formation(region).deleteStack(name);
    },
  };
}

/** Returns the edge secrets for an update: new ones for a stack without. */
function secretsFor({ parameters }: Stack, { Parameters = {} }: Template): Record<string, string | null> {
  const { [edgeSecretsVariable]: secrets } = edgeSecretVariables(new Map(Object.entries(parameters)));
  const given = edgeSecretParameters(secrets).map(
    (one) => [one.ParameterKey, "ParameterValue" in one ? one.ParameterValue : null] as const,
  );
  return Object.fromEntries(given.filter(([name]) => name in Parameters));
}

/** Turns on deletion protection of the stack's table, without CloudFormation. */
function protectTable({ resources }: Stack): void {
  const table = resources.get("Table")?.resource;
  if (table !== undefined) table.properties = { ...table.properties, DeletionProtectionEnabled: true };
}

const withVersions = new WeakMap<Template, Map<string, Template>>();

/** Replaces the version that the package of a stack without a challenges stack has. Returns the same object for the same arguments. */
function withVersion(template: Template, version: string): Template {
  const known = withVersions.get(template) ?? new Map<string, Template>();
  const found =
    known.get(version) ?? JSON.parse(JSON.stringify(template).replaceAll("made by npm run deploy", version));
  withVersions.set(template, known.set(version, found));
  return found;
}

/** Returns the template with which the framework creates a stack. */
function bucketOnly({ Resources }: Template): Template {
  const names = ["ServerlessDeploymentBucket", "ServerlessDeploymentBucketPolicy"];
  return {
    Resources: Object.fromEntries(names.flatMap((name) => (Resources[name] ? [[name, Resources[name]]] : []))),
    Outputs: { [deploymentBucket]: { Value: { Ref: "ServerlessDeploymentBucket" } } },
  };
}
