import type { Account, CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import { globalRegion, type ResourceRequest, type ResourceType } from "../resource-type.ts";
import { isObject, type Value } from "../template.ts";

/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const maxFunctionBytes = 10_240;

export const cloudFrontFunction: ResourceType = {
  type: "AWS::CloudFront::Function",
  isGlobal: true,
  identify({ account, properties: { Name, AutoPublish } }) {
    const id = `arn:aws:cloudfront::${account.id}:function/${Name}`;
    const Stage = AutoPublish === true || AutoPublish === "true" ? "LIVE" : "DEVELOPMENT";
    return { id, attributes: { FunctionARN: id, "FunctionMetadata.FunctionARN": id, Stage }, uniqueKey: String(Name) };
  },
  check({ properties: { FunctionCode } }) {
    if (String(FunctionCode).length > maxFunctionBytes)
      throw new ResourceRejected(`The function code is larger than ${maxFunctionBytes} bytes`);
  },
  checkDelete: (resource, account) => checkUnused(resource, account, "FunctionInUse"),
};

export const originAccessControl: ResourceType = {
  type: "AWS::CloudFront::OriginAccessControl",
  isGlobal: true,
  identify({ account }) {
    const id = `E${account.newId(13)}`;
    return { id, attributes: { Id: id } };
  },
  check: (request, existing) => checkName(request, existing, "OriginAccessControl"),
  checkDelete: (resource, account) => checkUnused(resource, account, "OriginAccessControlInUse"),
};

export const responseHeadersPolicy: ResourceType = {
  type: "AWS::CloudFront::ResponseHeadersPolicy",
  isGlobal: true,
  identify({ account }) {
    const id = `00000000-0000-0000-0000-${account.newId(12).toLowerCase()}`;
    return { id, attributes: { Id: id, LastModifiedTime: new Date(account.now()).toISOString() } };
  },
  check: (request, existing) => checkName(request, existing, "ResponseHeadersPolicy"),
  checkDelete: (resource, account) => checkUnused(resource, account, "ResponseHeadersPolicyInUse"),
};

/** Names are unique in an account: "AlreadyExists" in the errors of CreateOriginAccessControl and CreateResponseHeadersPolicy. */
function checkName(
  { account, properties }: ResourceRequest,
  existing: CloudResource | undefined,
  kind: "OriginAccessControl" | "ResponseHeadersPolicy",
): void {
  const nameIn = (config: Value | undefined) => (isObject(config) ? config.Name : undefined);
  const name = nameIn(properties[`${kind}Config`]);
  const twin = account
    .resources(`AWS::CloudFront::${kind}`, globalRegion)
    .find((other) => other !== existing && nameIn(other.properties[`${kind}Config`]) === name);
  if (twin !== undefined) throw new ResourceRejected(`${kind} ${name} already exists`);
}

/** Rejects the deletion of something that a distribution refers to. */
function checkUnused({ id }: CloudResource, account: Account, error: string): void {
  const distributions = account.resources("AWS::CloudFront::Distribution", globalRegion);
  if (distributions.some(({ properties }) => JSON.stringify(properties).includes(JSON.stringify(id))))
    throw new ResourceRejected(`${error}: ${id} is associated with a distribution`);
}
