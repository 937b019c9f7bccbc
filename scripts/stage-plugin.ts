import { edgeSecretParameters, edgeSecretsVariable } from "./deployment/edge-secrets.ts";
import { joinNetwork, type Network } from "./own-network.ts";
import { joinRoutes } from "./rest-routes.ts";
import { applyOptions, joinSchedules, type StackOptions } from "./stack-options.ts";

/** Parts of the framework that this plugin uses. */
interface Framework {
  readonly service: {
    readonly custom: {
      readonly throttling: Throttling;
      readonly network: Network;
      readonly options: StackOptions;
      /** Function that gets the calls of all paths without a route of their own. */
      readonly restOfPaths: string;
    };
    readonly provider: {
      stackParameters?: readonly object[];
      readonly compiledCloudFormationTemplate: { readonly Resources: Record<string, Resource> };
    };
  };
}

/** Calls per second. */
interface Throttling {
  readonly callsPerSecond: number | string;
  readonly streams: { readonly path: string; readonly perSecond: number | string };
}

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

/**
 * Adds what serverless.yml can't express: the stage's deployment, since the framework renames it each time; bursts that are twice as large as
 * a rate; an optional network for functions, their optional settings, and one rule for their schedules; a route for many paths; and the
 * secrets of a deployment.
 */
export default class StagePlugin {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ service }: Framework) {
    this.hooks = {
      "after:aws:package:finalize:mergeCustomProviderResources": () => {
        const resources = service.provider.compiledCloudFormationTemplate.Resources;
        deployStage(resources, service.custom.throttling);
        joinNetwork(resources, service.custom.network);
        applyOptions(resources, service.custom.options);
        joinSchedules(resources);
        joinRoutes(resources, service.custom.restOfPaths);
      },
      // Only here, because the framework writes its settings into files when it packages, and uploads them.
      "before:aws:deploy:deploy:updateStack": () => {
        service.provider.stackParameters = edgeSecretParameters(process.env[edgeSecretsVariable]);
      },
    };
  }
}

/**
 * Gives the stage its deployment. A deployment with a stage's name would create that stage, and with its settings it fails if the stage
 * exists: the second deployment of a stack would roll back.
 */
function deployStage(resources: Record<string, Resource>, throttling: Throttling): void {
  const [deployment] = Object.entries(resources).find(([, { Type }]) => Type === "AWS::ApiGateway::Deployment") ?? [];
  const stage = resources.ApiStage;
  if (deployment === undefined || stage === undefined) throw new Error("The template has no deployment or no stage.");
  delete (resources[deployment] as Resource).Properties.StageName;
  stage.Properties.DeploymentId = { Ref: deployment };
  stage.Properties.MethodSettings = methodSettings(throttling);
}

/** Returns limits of the whole stage, and stricter ones of event streams: each of them occupies an instance for a minute. */
function methodSettings({ callsPerSecond, streams }: Throttling): readonly object[] {
  const limit = (HttpMethod: string, ResourcePath: string, perSecond: number | string) => ({
    HttpMethod,
    ResourcePath,
    ThrottlingRateLimit: Number(perSecond),
    ThrottlingBurstLimit: Number(perSecond) * 2,
  });
  return [
    limit("*", "/*", callsPerSecond),
    // Slashes within a path are encoded like this.
    limit("ANY", `/${streams.path.replaceAll("/", "~1")}`, streams.perSecond),
  ];
}
