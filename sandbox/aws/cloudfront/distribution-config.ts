/** Properties of `AWS::CloudFront::Distribution` that a call depends on. */
export interface DistributionConfig {
  readonly Origins: readonly Origin[];
  readonly DefaultCacheBehavior: Behavior;
  readonly CacheBehaviors?: readonly (Behavior & { readonly PathPattern: string })[];
  readonly CustomErrorResponses?: readonly { readonly ErrorCode: number; readonly ErrorCachingMinTTL?: number }[];
}

export interface Origin {
  readonly Id: string;
  readonly CustomOriginConfig?: { readonly OriginReadTimeout?: number | string };
  readonly OriginCustomHeaders?: readonly { readonly HeaderName: string; readonly HeaderValue: string }[];
}

export interface Behavior {
  readonly TargetOriginId: string;
  readonly LambdaFunctionAssociations?: readonly { readonly EventType: string }[];
  readonly FunctionAssociations?: readonly { readonly EventType: string; readonly FunctionARN: string }[];
}

/**
 * Returns the behavior for a path: that of the first pattern that matches, or the default one.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesCacheBehavior.html
 */
export function behaviorFor(path: string, { CacheBehaviors = [], DefaultCacheBehavior }: DistributionConfig): Behavior {
  return CacheBehaviors.find(({ PathPattern }) => matches(PathPattern, path)) ?? DefaultCacheBehavior;
}

/** `*` represents any characters, and `?` one. The slash at the beginning of a pattern is optional. */
function matches(pattern: string, path: string): boolean {
  const source = pattern
    .replace(/^\//, "")
    .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^/${source}$`, "s").test(path);
}
