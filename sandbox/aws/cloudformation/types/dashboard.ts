import { ResourceRejected } from "../errors.ts";
import { generatedName, type ResourceType } from "../resource-type.ts";

export const dashboard: ResourceType = {
  type: "AWS::CloudWatch::Dashboard",
  // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutDashboard.html: an account has one set of dashboards.
  isGlobal: true,
  identify(request) {
    const name = String(request.properties.DashboardName ?? generatedName(request, 255));
    return { id: name, uniqueKey: name };
  },
  check({ properties: { DashboardBody } }) {
    try {
      JSON.parse(String(DashboardBody));
    } catch {
      throw new ResourceRejected("The field DashboardBody must be valid JSON");
    }
  },
};
