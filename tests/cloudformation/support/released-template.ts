import { readdirSync, readFileSync } from "node:fs";
import type { Specification } from "../../../sandbox/aws/cloudformation/specification.ts";
import type { Properties, Resource, Template, Value } from "../../../sandbox/aws/cloudformation/template.ts";

// What an update can't change freely, of the template of each release: logical IDs, types, policies, and properties that are required, that
// replace their resource, or that a service checks when they change. One line per resource keeps a file small enough to review.
// `npx node tests/cloudformation/support/keep-release.ts` writes the file of the version in package.json, just before its release. Files of
// versions that were released don't change.

const folder = new URL("../releases/", import.meta.url);

/** Versions whose template is kept. */
export function releasedVersions(): readonly string[] {
  return readdirSync(folder).map((name) => name.replace(/\.json$/, ""));
}

export const releaseFile = (version: string): URL => new URL(`${version}.json`, folder);

/** Returns the template of a release, without what any update can change. */
export function releasedTemplate(version: string): Template {
  const { Resources, ...rest }: KeptTemplate = JSON.parse(readFileSync(releaseFile(version), "utf8"));
  const expanded = Object.entries(Resources).map(([name, one]) => [
    name,
    typeof one === "string" ? pathResource(one) : one,
  ]);
  return { ...rest, Resources: Object.fromEntries(expanded) };
}

/** Parts of the API's paths are texts: `api below ApiGatewayResourceSvc`, `ANY of ApiGatewayResourceSvcApi`. */
type KeptTemplate = Pick<Template, "Parameters" | "Conditions" | "Outputs"> & {
  readonly Resources: Readonly<Record<string, Resource | string>>;
};

const restApi = { Ref: "ApiGatewayRestApi" };

/** Returns the text of a release's file. */
export function releaseText(template: Template, specification: Specification): string {
  const { Parameters = {}, Conditions = {}, Outputs = {}, Resources } = template;
  const kept = Object.entries(Resources).map(
    ([name, resource]) => [name, pathText(resource) ?? keptParts(resource, specification)] as const,
  );
  const sections = Object.entries({ Parameters, Conditions, Outputs, Resources: Object.fromEntries(kept) });
  return `{\n${sections.map(([name, entries]) => `"${name}": {\n${linesOf(entries)}\n}`).join(",\n")}\n}\n`;
}

function linesOf(entries: object): string {
  return Object.entries(entries)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(",\n");
}

function pathText({ Type, Properties = {} }: Resource): string | undefined {
  const target = (value: Value | undefined) => Object.values((value ?? {}) as Properties).flat();
  if (Type === "AWS::ApiGateway::Resource") {
    const [parent] = target(Properties.ParentId);
    return `${Properties.PathPart} below ${parent}`;
  }
  if (Type === "AWS::ApiGateway::Method") {
    const [resource] = target(Properties.ResourceId);
    return `${Properties.HttpMethod} of ${resource}`;
  }
  return undefined;
}

function pathResource(text: string): Resource {
  const [, part = "", word, target = ""] = /^(\S+) (below|of) (\w+)$/.exec(text) ?? [];
  if (word === "of") {
    const Properties = { RestApiId: restApi, ResourceId: { Ref: target }, HttpMethod: part };
    return { Type: "AWS::ApiGateway::Method", Properties };
  }
  const ParentId = target === restApi.Ref ? { "Fn::GetAtt": [target, "RootResourceId"] } : { Ref: target };
  return { Type: "AWS::ApiGateway::Resource", Properties: { RestApiId: restApi, ParentId, PathPart: part } };
}

/** Properties that a service checks when a resource is created, or compares when it is updated. */
const checked: Readonly<Record<string, readonly string[]>> = {
  "AWS::ApiGateway::Stage": ["DeploymentId"],
  "AWS::ApiGatewayV2::Api": ["Name", "RouteSelectionExpression"],
  "AWS::ApiGatewayV2::Route": ["Target"],
  "AWS::ApiGatewayV2::Stage": ["DeploymentId"],
  "AWS::CloudFront::Function": ["AutoPublish"],
  "AWS::CloudWatch::Alarm": ["MetricName", "Metrics", "Period"],
  "AWS::DynamoDB::Table": ["AttributeDefinitions", "BillingMode", "GlobalSecondaryIndexes"],
  "AWS::KMS::Key": ["KeyPolicy", "KeySpec", "KeyUsage", "MultiRegion", "Origin"],
  "AWS::Lambda::Function": ["Handler", "Runtime", "Timeout"],
  "AWS::SQS::Queue": ["RedrivePolicy", "VisibilityTimeout"],
};

function keptParts({ Type, Properties = {}, ...attributes }: Resource, specification: Specification): Resource {
  const { properties = {} } = specification.resource(Type) ?? {};
  const kept = Object.entries(Properties).filter(
    ([name]) =>
      properties[name]?.required === true ||
      (properties[name]?.causesReplacement ?? "no") !== "no" ||
      checked[Type]?.includes(name) === true,
  );
  return { Type, ...attributes, Properties: { ...Object.fromEntries(kept), ...replaced[Type] } };
}

/** Values that are longer than what an update depends on: rights, and code. */
const replaced: Readonly<Record<string, Properties>> = {
  "AWS::CloudFront::Function": { FunctionCode: "function handler(event) { return event.request; }" },
  "AWS::IAM::Role": {
    Policies: [{ PolicyName: "all", PolicyDocument: { Statement: [{ Effect: "Allow", Action: "*", Resource: "*" }] } }],
  },
  "AWS::Lambda::Function": { Code: { ZipFile: "exports.handler = async () => {};" } },
};
