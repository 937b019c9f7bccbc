import type { ResourceType } from "../resource-type.ts";
import { alarm } from "./alarm.ts";
import { backupPlan, backupSelection, backupVault } from "./backup.ts";
import { bucket, bucketPolicy } from "./bucket.ts";
import { budget } from "./budget.ts";
import { cloudFrontFunction, originAccessControl, responseHeadersPolicy } from "./cloudfront.ts";
import { dashboard } from "./dashboard.ts";
import { distribution } from "./distribution.ts";
import { eventSourceMapping } from "./event-source-mapping.ts";
import { key } from "./key.ts";
import { lambdaFunction } from "./lambda-function.ts";
import { lambdaPermission } from "./lambda-permission.ts";
import { lambdaVersion } from "./lambda-version.ts";
import { logGroup, metricFilter, subscriptionFilter } from "./logs.ts";
import { queue } from "./queue.ts";
import { apiResource, gatewayResponse, method, restApi } from "./rest-api.ts";
import { deployment, stage } from "./rest-api-stage.ts";
import { role } from "./role.ts";
import { rule } from "./rule.ts";
import { scheduleGroup } from "./schedule-group.ts";
import { table } from "./table.ts";
import {
  websocketApi,
  websocketDeployment,
  websocketIntegration,
  websocketRoute,
  websocketStage,
} from "./websocket-api.ts";

/** All types that a template can have. */
export const resourceTypes: readonly ResourceType[] = [
  alarm,
  apiResource,
  backupPlan,
  backupSelection,
  backupVault,
  bucket,
  bucketPolicy,
  budget,
  cloudFrontFunction,
  dashboard,
  deployment,
  distribution,
  eventSourceMapping,
  gatewayResponse,
  key,
  lambdaFunction,
  lambdaPermission,
  lambdaVersion,
  logGroup,
  method,
  metricFilter,
  originAccessControl,
  queue,
  responseHeadersPolicy,
  restApi,
  role,
  rule,
  scheduleGroup,
  stage,
  subscriptionFilter,
  table,
  websocketApi,
  websocketDeployment,
  websocketIntegration,
  websocketRoute,
  websocketStage,
];
