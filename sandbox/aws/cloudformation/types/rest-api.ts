import type { CloudResource } from "../account.ts";
import { textOf } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import type { ResourceRequest, ResourceType } from "../resource-type.ts";
import { isObject } from "../template.ts";

export const restApi: ResourceType = {
  type: "AWS::ApiGateway::RestApi",
  identify({ account }) {
    const id = account.newId(10).toLowerCase();
    return { id, attributes: { RestApiId: id, RootResourceId: account.newId(10).toLowerCase() } };
  },
};

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
const maxResources = 300;

export const apiResource: ResourceType = {
  type: "AWS::ApiGateway::Resource",
  identify({ account, properties: { RestApiId, ParentId, PathPart } }) {
    const id = account.newId(6).toLowerCase();
    return { id, attributes: { ResourceId: id }, uniqueKey: `${RestApiId} ${ParentId} ${PathPart}` };
  },
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/rest-api-develop.html
  check(request, existing) {
    const { RestApiId, ParentId, PathPart } = request.properties;
    const others = partsOf(request, "AWS::ApiGateway::Resource", "RestApiId").filter((one) => one !== existing);
    if (others.length >= maxResources) throw new ResourceRejected(`API ${RestApiId} has ${maxResources} resources`);
    const isVariable = (part: unknown) => textOf(part as string).startsWith("{");
    const variable = others.find(
      ({ properties }) => properties.ParentId === ParentId && isVariable(properties.PathPart),
    );
    if (isVariable(PathPart) && variable !== undefined)
      throw new ResourceRejected(
        `A sibling (${variable.properties.PathPart}) of this resource already has a variable path part -- only one is allowed`,
      );
  },
};

export const method: ResourceType = {
  type: "AWS::ApiGateway::Method",
  identify: ({ account, properties: { RestApiId, ResourceId, HttpMethod } }) => ({
    id: account.newId(12),
    uniqueKey: `${RestApiId} ${ResourceId} ${HttpMethod}`,
  }),
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html
  check({ properties: { Integration } }) {
    if (!isObject(Integration)) return;
    const { TimeoutInMillis = 29_000, ResponseTransferMode } = Integration;
    const max = ResponseTransferMode === "STREAM" ? 900_000 : 29_000;
    if (Number(TimeoutInMillis) < 50 || Number(TimeoutInMillis) > max)
      throw new ResourceRejected(`Timeout should be between 50 ms and ${max} ms`);
  },
};

export const gatewayResponse: ResourceType = {
  type: "AWS::ApiGateway::GatewayResponse",
  identify: ({ account, properties: { RestApiId, ResponseType } }) => ({
    id: account.newId(12),
    uniqueKey: `${RestApiId} ${ResponseType}`,
  }),
};

/** Returns the resources of one type that belong to the same API as a request. */
export function partsOf(
  { account, region, properties }: Pick<ResourceRequest, "account" | "region" | "properties">,
  type: string,
  key: "RestApiId" | "ApiId",
): readonly CloudResource[] {
  return account.resources(type, region).filter((one) => one.properties[key] === properties[key]);
}
