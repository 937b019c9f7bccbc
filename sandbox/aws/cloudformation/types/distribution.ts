import type { Account, CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import { globalRegion, type ResourceRequest, type ResourceType } from "../resource-type.ts";
import { isObject, type Properties, type Value } from "../template.ts";
import { edgeFaults } from "./edge-function.ts";

export const distribution: ResourceType = {
  type: "AWS::CloudFront::Distribution",
  isGlobal: true,
  identify({ account }) {
    const id = `E${account.newId(13)}`;
    return { id, attributes: { Id: id, DomainName: `d${id.toLowerCase()}.cloudfront.net` } };
  },
  check(request, existing) {
    const config = configOf(request.properties);
    const faults = [
      ...aliasFaults(config, request, existing),
      ...originFaults(config, request.account),
      ...behaviorsOf(config).flatMap((behavior) => behaviorFaults(behavior, config, request.account)),
    ];
    if (faults[0] !== undefined) throw new ResourceRejected(faults[0]);
  },
  updated: (resource, previous, account) => keepReplicas(previous, resource.properties, account),
  deleted: (resource, account) => keepReplicas(resource.properties, {}, account),
};

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/CNAMEs.html */
function aliasFaults(
  { Aliases = [], ViewerCertificate }: Properties,
  { account }: ResourceRequest,
  existing: CloudResource | undefined,
): readonly string[] {
  const aliases = Array.isArray(Aliases) ? Aliases : [];
  if (aliases.length === 0) return [];
  const { AcmCertificateArn } = isObject(ViewerCertificate) ? ViewerCertificate : {};
  if (!String(AcmCertificateArn).startsWith("arn:aws:acm:us-east-1:"))
    return ["The specified SSL certificate doesn't exist, isn't in us-east-1 region, or isn't valid"];
  const taken = account
    .resources("AWS::CloudFront::Distribution", globalRegion)
    .filter((other) => other !== existing)
    .flatMap(({ properties }) => configOf(properties).Aliases ?? [])
    .flat();
  return aliases.some((alias) => taken.includes(alias))
    ? ["One or more of the CNAMEs you provided are already associated with a different resource"]
    : [];
}

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesOrigin.html */
function originFaults({ Origins }: Properties, account: Account): readonly string[] {
  return objectsIn(Origins).flatMap(({ Id, OriginAccessControlId, CustomOriginConfig }) => {
    const { OriginReadTimeout = 30 } = isObject(CustomOriginConfig) ? CustomOriginConfig : {};
    return [
      ...(OriginAccessControlId === undefined
        ? []
        : missing(account, "AWS::CloudFront::OriginAccessControl", OriginAccessControlId)),
      ...(Number(OriginReadTimeout) < 1 || Number(OriginReadTimeout) > 120
        ? [`The parameter OriginReadTimeout of ${Id} must be from 1 to 120`]
        : []),
    ];
  });
}

function behaviorFaults(behavior: Properties, { Origins }: Properties, account: Account): readonly string[] {
  const { TargetOriginId, ResponseHeadersPolicyId, FunctionAssociations, LambdaFunctionAssociations } = behavior;
  return [
    ...(objectsIn(Origins).some(({ Id }) => Id === TargetOriginId) ? [] : [`There is no origin ${TargetOriginId}`]),
    ...(ResponseHeadersPolicyId === undefined
      ? []
      : missing(account, "AWS::CloudFront::ResponseHeadersPolicy", ResponseHeadersPolicyId)),
    ...objectsIn(FunctionAssociations).flatMap(({ FunctionARN = null }) => [
      ...missing(account, "AWS::CloudFront::Function", FunctionARN),
      ...(account.find("AWS::CloudFront::Function", globalRegion, String(FunctionARN))?.attributes.Stage ===
      "DEVELOPMENT"
        ? [`The function ${FunctionARN} isn't published`]
        : []),
    ]),
    ...objectsIn(LambdaFunctionAssociations).flatMap(({ LambdaFunctionARN }) =>
      edgeFaults(String(LambdaFunctionARN), account),
    ),
  ];
}

function missing(account: Account, type: string, id: Value): readonly string[] {
  return account.find(type, globalRegion, String(id)) === undefined ? [`There is no ${type} ${id}`] : [];
}

/** Time that CloudFront's replicas of a function outlive their last distribution. */
const replicaHours = 4;

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/lambda-edge-delete-replicas.html */
function keepReplicas(before: Properties, after: Properties, account: Account): void {
  const kept = edgeVersionsIn(after);
  for (const arn of edgeVersionsIn(before)) {
    const version = account.find("AWS::Lambda::Version", "us-east-1", arn);
    if (version !== undefined && !kept.includes(arn))
      version.state.replicatedUntil = account.now() + replicaHours * 3_600_000;
  }
}

/** Returns the ARNs of the function versions that a distribution runs. */
export function edgeVersionsIn(properties: Properties): readonly string[] {
  return behaviorsOf(configOf(properties)).flatMap(({ LambdaFunctionAssociations }) =>
    objectsIn(LambdaFunctionAssociations).map(({ LambdaFunctionARN }) => String(LambdaFunctionARN)),
  );
}

function configOf({ DistributionConfig }: Properties): Properties {
  return isObject(DistributionConfig) ? DistributionConfig : {};
}

function behaviorsOf({ DefaultCacheBehavior, CacheBehaviors }: Properties): readonly Properties[] {
  return [...objectsIn([DefaultCacheBehavior ?? null]), ...objectsIn(CacheBehaviors)];
}

function objectsIn(value: Value | undefined): readonly Properties[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
