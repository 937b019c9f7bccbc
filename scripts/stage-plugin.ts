import { joinNetwork, type Network } from "./own-network.ts";

/** Parts of the framework that this plugin uses. */
interface Framework {
  /** The framework's error class; it shows such an error as a sentence. */
  readonly classes: { readonly Error: new (sentence: string, code: string) => Error };
  readonly service: {
    readonly custom: {
      readonly throttling: {
        readonly callsPerSecond: number | string;
        readonly streams: { readonly path: string; readonly perSecond: number | string };
      };
      readonly network: Network;
    };
    readonly provider: {
      readonly compiledCloudFormationTemplate: { readonly Resources: Record<string, Resource> };
    };
  };
}

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
}

/**
 * Adds what serverless.yml can't express: the stage's throttling, since the framework renames its deployment each time; an optional network
 * for functions; and that serverless-offline needs emulators, which another command starts.
 */
export default class StagePlugin {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor(framework: Framework) {
    const { classes, service } = framework;
    const offline = () => requireEmulators(classes.Error);
    this.hooks = {
      "after:aws:package:finalize:mergeCustomProviderResources": () => {
        limitCalls(service);
        joinNetwork(service.provider.compiledCloudFormationTemplate.Resources, service.custom.network);
      },
      // `serverless offline`, and its longer form.
      "before:offline:start": offline,
      "before:offline:start:init": offline,
    };
  }
}

/** Throttles the whole stage, and event streams more strictly: each of them occupies an instance for a minute. */
function limitCalls({ custom: { throttling }, provider }: Framework["service"]): void {
  const limit = (HttpMethod: string, ResourcePath: string, perSecond: number | string) => ({
    HttpMethod,
    ResourcePath,
    ThrottlingRateLimit: Number(perSecond),
    ThrottlingBurstLimit: Number(perSecond) * 2,
  });
  const { callsPerSecond, streams } = throttling;
  for (const { Type, Properties } of Object.values(provider.compiledCloudFormationTemplate.Resources)) {
    if (Type !== "AWS::ApiGateway::Deployment") continue;
    Properties.StageDescription = {
      MethodSettings: [
        limit("*", "/*", callsPerSecond),
        // Slashes within a path are encoded like this.
        limit("ANY", `/${streams.path.replaceAll("/", "~1")}`, streams.perSecond),
      ],
    };
  }
}

/** @throws FrameworkError if no emulators run */
function requireEmulators(FrameworkError: Framework["classes"]["Error"]): void {
  if (process.env.AWS_ENDPOINT_URL_DYNAMODB !== undefined) return;
  throw new FrameworkError(
    "The functions need AWS emulators: `npm run dev:aws` starts them with serverless-offline.",
    "EMULATORS_MISSING",
  );
}
