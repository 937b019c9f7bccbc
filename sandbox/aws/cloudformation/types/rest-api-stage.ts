import type { Account, CloudResource } from "../account.ts";
import { ResourceRejected } from "../errors.ts";
import type { ResourceType } from "../resource-type.ts";
import { isObject, type Value } from "../template.ts";
import { partsOf } from "./rest-api.ts";

const stageType = "AWS::ApiGateway::Stage";

export const deployment: ResourceType = {
  type: "AWS::ApiGateway::Deployment",
  identify(request) {
    const { account } = request;
    const id = account.newId(6).toLowerCase();
    const deployed = ["AWS::ApiGateway::Method", "AWS::ApiGateway::GatewayResponse"].flatMap((type) =>
      partsOf(request, type, "RestApiId").map((one) => one.id),
    );
    return { id, attributes: { DeploymentId: id }, state: { deployed } };
  },
  check(request, existing) {
    // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-apigateway-deployment.html
    if (partsOf(request, "AWS::ApiGateway::Method", "RestApiId").length === 0)
      throw new ResourceRejected("The REST API doesn't contain any methods");
    const { StageName, StageDescription } = request.properties;
    const stage = partsOf(request, stageType, "RestApiId").find(({ id }) => id === StageName);
    // https://github.com/jacob-meacham/serverless-plugin-bind-deployment-id/issues/3
    if (existing === undefined && StageDescription !== undefined && stage !== undefined)
      throw new ResourceRejected(
        "StageDescription cannot be specified when stage referenced by StageName already exists",
      );
  },
  created(resource, account) {
    const { RestApiId = "", StageName, StageDescription } = resource.properties;
    if (StageName === undefined) return;
    const stage = stagesOf(resource, account).find(({ id }) => id === StageName);
    const properties = {
      ...(isObject(StageDescription) ? StageDescription : stage?.properties),
      RestApiId,
      StageName,
      DeploymentId: resource.id,
    };
    if (stage !== undefined) stage.properties = properties;
    else
      account.add({
        type: stageType,
        region: resource.region,
        id: String(StageName),
        attributes: {},
        uniqueKey: `${RestApiId} ${StageName}`,
        properties,
        stackId: resource.stackId,
        state: { createdBy: resource.id },
      });
  },
  checkDelete(resource, account) {
    const isActive = stagesOf(resource, account).some(
      ({ properties, state }) => properties.DeploymentId === resource.id && state.createdBy === undefined,
    );
    if (isActive) throw new ResourceRejected("Active stages pointing to this deployment must be moved or deleted");
  },
  deleted(resource, account) {
    for (const stage of stagesOf(resource, account))
      if (stage.properties.DeploymentId === resource.id) account.remove(stage);
  },
};

export const stage: ResourceType = {
  type: stageType,
  identify: ({ properties: { RestApiId, StageName } }) => ({
    id: String(StageName),
    uniqueKey: `${RestApiId} ${StageName}`,
  }),
  check(request) {
    const { DeploymentId, MethodSettings, AccessLogSetting } = request.properties;
    if (!partsOf(request, "AWS::ApiGateway::Deployment", "RestApiId").some(({ id }) => id === DeploymentId))
      throw new ResourceRejected("Deployment id does not exist");
    const settings = Array.isArray(MethodSettings) ? MethodSettings.filter(isObject) : [];
    for (const { ResourcePath } of settings) checkResourcePath(ResourcePath);
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-logging.html
    const logs = AccessLogSetting !== undefined || settings.some(({ LoggingLevel = "OFF" }) => LoggingLevel !== "OFF");
    if (logs && !request.account.hasApiGatewayLogRole)
      throw new ResourceRejected("CloudWatch Logs role ARN must be set in account settings to enable logging");
  },
};

/**
 * All paths, or one with its slashes encoded:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-properties-apigateway-stage-methodsetting.html
 */
function checkResourcePath(path: Value | undefined): void {
  if (!/^\/(?:\*|~1[^/]*)$/.test(String(path))) throw new ResourceRejected(`Invalid method setting path: ${path}`);
}

function stagesOf({ region, properties }: CloudResource, account: Account): readonly CloudResource[] {
  return partsOf({ account, region, properties }, stageType, "RestApiId");
}
