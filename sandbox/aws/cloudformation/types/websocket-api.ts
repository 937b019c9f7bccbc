import { ResourceRejected } from "../errors.ts";
import type { ResourceRequest, ResourceType } from "../resource-type.ts";
import { partsOf } from "./rest-api.ts";

const names = {
  integration: "AWS::ApiGatewayV2::Integration",
  route: "AWS::ApiGatewayV2::Route",
  deployment: "AWS::ApiGatewayV2::Deployment",
  stage: "AWS::ApiGatewayV2::Stage",
};

const newId = ({ account }: ResourceRequest) => account.newId(7).toLowerCase();

export const websocketApi: ResourceType = {
  type: "AWS::ApiGatewayV2::Api",
  identify(request) {
    const id = newId(request);
    const { region, account } = request;
    return {
      id,
      attributes: {
        ApiId: id,
        ApiEndpoint: `wss://${id}.execute-api.${region}.amazonaws.com`,
        ExecuteApiArn: `arn:aws:execute-api:${region}:${account.id}:${id}`,
      },
    };
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigatewayv2-api.html
  check({ properties: { ProtocolType, RouteSelectionExpression } }) {
    if (ProtocolType === "WEBSOCKET" && RouteSelectionExpression === undefined)
      throw new ResourceRejected("Route selection expression is required for WEBSOCKET protocol");
  },
};

export const websocketIntegration: ResourceType = {
  type: names.integration,
  identify(request) {
    const id = newId(request);
    return { id, attributes: { IntegrationId: id } };
  },
  // https://docs.aws.amazon.com/apigatewayv2/latest/api-reference/apis-apiid-integrations-integrationid.html
  checkDelete({ id, region, properties }, account) {
    const routes = partsOf({ account, region, properties }, names.route, "ApiId");
    if (routes.some(({ properties: { Target } }) => Target === `integrations/${id}`))
      throw new ResourceRejected(`Cannot delete Integration '${id}' because it is referenced by a Route`);
  },
};

export const websocketRoute: ResourceType = {
  type: names.route,
  identify(request) {
    const id = newId(request);
    const { ApiId, RouteKey } = request.properties;
    return { id, attributes: { RouteId: id }, uniqueKey: `${ApiId} ${RouteKey}` };
  },
  check(request) {
    const { Target } = request.properties;
    const integrations = partsOf(request, names.integration, "ApiId").map(({ id }) => `integrations/${id}`);
    if (Target !== undefined && !integrations.includes(String(Target)))
      throw new ResourceRejected(`Invalid target ${Target}: no such integration`);
  },
};

export const websocketDeployment: ResourceType = {
  type: names.deployment,
  identify(request) {
    const id = newId(request);
    const deployed = partsOf(request, names.route, "ApiId").map((route) => route.id);
    return { id, attributes: { DeploymentId: id }, state: { deployed } };
  },
  check(request) {
    if (partsOf(request, names.route, "ApiId").length === 0)
      throw new ResourceRejected("At least one route is required before deploying the Api.");
  },
  checkDelete({ id, region, properties }, account) {
    const stages = partsOf({ account, region, properties }, names.stage, "ApiId");
    if (stages.some(({ properties: { DeploymentId } }) => DeploymentId === id))
      throw new ResourceRejected("Active stages pointing to this deployment must be moved or deleted");
  },
};

export const websocketStage: ResourceType = {
  type: names.stage,
  identify: ({ properties: { ApiId, StageName } }) => ({ id: String(StageName), uniqueKey: `${ApiId} ${StageName}` }),
  check(request) {
    const { DeploymentId } = request.properties;
    const deployments = partsOf(request, names.deployment, "ApiId").map(({ id }) => id);
    if (DeploymentId !== undefined && !deployments.includes(String(DeploymentId)))
      throw new ResourceRejected("Deployment id does not exist");
  },
};
