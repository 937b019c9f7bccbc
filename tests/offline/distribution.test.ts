import { runInNewContext } from "node:vm";
import { describe, expect } from "vitest";
import { failure } from "#shared/contract/envelope.ts";
import { type ErrorName, errors, ServiceError } from "#shared/contract/errors.ts";
import { ownHeaders } from "#shared/http/own-headers.ts";
import { isObject, type Template, type Value } from "../../sandbox/aws/cloudformation/template.ts";
import { challengesStackOf, challengesTemplate } from "../../scripts/deployment/challenges-stack.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";
import { verifies } from "../support/verifies.ts";

const template = packagedTemplate();
const { Resources } = template;
// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types; tests read arbitrary fields
const properties = (name: string): any => Resources[name]?.Properties;
const distribution = properties("Distribution").DistributionConfig;
const under = (prefix: string, paths: readonly string[]) => paths.map((path) => `${prefix}/${path}`);
const challengingPaths = ["fmi/odata/*", "mcp/*", "admin-mcp", "oauth/*", "api/google-auth/*"];
const challenging = under("svc", challengingPaths);
const api = [...challenging, "svc/*", ".well-known/*"];
const aliased = under("otto", [...challengingPaths, "*"]);
const pages = ["", "app", "app/*", "builds/*", "deployments/*"];
const consolePages = [...under("svc", pages), ...under("otto", pages)];
/** Behaviors, including those that a condition adds. */
// biome-ignore-start lint/suspicious/noExplicitAny: as above
const behaviors: readonly any[] = distribution.CacheBehaviors.map(
  (behavior: any) => behavior["Fn::If"]?.[1] ?? behavior,
);
// biome-ignore-end lint/suspicious/noExplicitAny: as above
/** Returns the behaviors with these patterns. */
// biome-ignore lint/suspicious/noExplicitAny: as above
const behaviorsOf = (patterns: readonly string[]): readonly any[] =>
  behaviors.filter(({ PathPattern }) => patterns.includes(PathPattern));

describe("CloudFront", () => {
  // "Controlling how long CloudFront caches errors": ten seconds each, regardless of `Cache-Control`. FileMaker's empty find is a 500.
  verifies("runtime:aws:errors-uncached", () => {
    const kept = Object.fromEntries(
      distribution.CustomErrorResponses.map((entry: Record<string, number>) => [
        entry.ErrorCode,
        Object.entries(entry).filter(([name]) => name !== "ErrorCode"),
      ]),
    );
    const codes = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    // The response isn't replaced by a page or another status.
    expect(kept).toEqual(Object.fromEntries(codes.map((code) => [code, [["ErrorCachingMinTTL", 0]]])));
  });

  // "Serve compressed files": only responses that a caching policy with Gzip and Brotli allows CloudFront to cache.
  verifies("runtime:aws:compression", () => {
    const { Compress, CachePolicyId } = distribution.DefaultCacheBehavior;
    expect([Compress, CachePolicyId]).toEqual([true, managed.cachingOptimized]);
    for (const behavior of behaviorsOf([...api, ...aliased])) {
      expect(behavior.Compress).toBe(false);
      // If the cache key contains no encoding, Accept-Encoding reaches the API like any other header of the caller.
      expect([behavior.CachePolicyId, behavior.OriginRequestPolicyId]).toEqual([
        managed.cachingDisabled,
        managed.allViewerExceptHostHeader,
      ]);
    }
    // API Gateway would compress a second time, and buffer streams.
    expect(properties("ApiGatewayRestApi")).not.toHaveProperty("MinimumCompressionSize");
  });

  verifies("runtime:aws:well-known", () => {
    const [prefixed, wellKnown] = behaviorsOf(["svc/*", ".well-known/*"]);
    const patterns = behaviors.map(({ PathPattern }) => PathPattern);
    expect(patterns).toEqual([...consolePages, ...api.slice(0, -1), ...aliased, ".well-known/*"]);
    expect({ ...wellKnown, PathPattern: "" }).toEqual({ ...prefixed, PathPattern: "" });
    expect(prefixed.TargetOriginId).toBe("api");
    for (const { LambdaFunctionAssociations: _, ...behavior } of behaviorsOf(challenging))
      expect({ ...behavior, PathPattern: "" }).toEqual({ ...prefixed, PathPattern: "" });
  });

  verifies("runtime:aws:alias", "CloudFront replaces the alias, and says so in a header", () => {
    const { FunctionCode } = properties("BeforeCalls");
    const forwarded = (uri: string) => {
      const request = { method: "GET", uri, querystring: {}, headers: {} };
      const { uri: path, headers } = runInNewContext(`${FunctionCode}; handler(${JSON.stringify({ request })})`);
      return [path, headers["x-latchkey-prefix"]?.value];
    };
    expect(forwarded("/otto/fmi/data/vLatest/databases/A%2FB")).toEqual([
      "/svc/fmi/data/vLatest/databases/A%2FB",
      "otto",
    ]);
    expect(forwarded("/otto/mcp/otto/")).toEqual(["/svc/mcp/otto/", "otto"]);
    for (const uri of ["/svc/otto/", "/svc/api/info", "/.well-known/oauth-protected-resource/otto/mcp/a"])
      expect(forwarded(uri)).toEqual([uri, undefined]);
    const association = [
      { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["BeforeCalls", "FunctionARN"] } },
    ];
    for (const behavior of behaviorsOf(aliased)) {
      const prefixed = behaviorsOf([behavior.PathPattern.replace("otto/", "svc/")])[0];
      expect(behavior).toEqual({
        ...prefixed,
        ...{ PathPattern: behavior.PathPattern, FunctionAssociations: association },
      });
    }
    expect(template.Conditions?.Aliased).toEqual({ "Fn::Not": [{ "Fn::Equals": ["otto", "svc"] }] });
  });

  verifies("system:redirect:console", "on AWS, where the console's pages begin at the root", () => {
    const { FunctionCode } = properties("ConsolePages");
    const locationOf = (uri: string) => {
      const event = { request: { method: "GET", uri, querystring: {}, headers: {} } };
      const answer = runInNewContext(`${FunctionCode}; handler(${JSON.stringify(event)})`);
      return [answer.statusCode, answer.headers.location.value];
    };
    for (const [uri, page] of [
      ["/svc/", ""],
      ["/svc/app", ""],
      ["/svc/app/settings/anything", ""],
      ["/svc/app/api-keys", "#/keys"],
      ["/svc/deployments/14", "#/deployments/14"],
      ["/otto/", ""],
      ["/otto/app/api-keys", "#/keys"],
      ["/otto/builds/3", "#/builds/3"],
      ["/svc/builds/3", "#/builds/3"],
      ["/svc/builds/3%0d%0aX", ""],
      ["/svc/deployments//elsewhere.example.com", ""],
    ] as const)
      expect(locationOf(uri), uri).toEqual([302, `/${page}`]);
    for (const behavior of behaviorsOf(consolePages))
      expect([behavior.CachePolicyId, behavior.FunctionAssociations], behavior.PathPattern).toEqual([
        managed.cachingDisabled,
        [{ EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["ConsolePages", "FunctionARN"] } }],
      ]);
  });
});

// "MethodSetting": an asterisk for all methods, and slashes in a path as ~1.
verifies("runtime:aws:throttled", () => {
  expect(properties("ApiStage").MethodSettings).toEqual([
    { HttpMethod: "*", ResourcePath: "/*", ThrottlingRateLimit: 500, ThrottlingBurstLimit: 1000 },
    { HttpMethod: "ANY", ResourcePath: "/~1svc~1api~1events", ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 },
  ]);
});

// "Gateway response types": responses of API Gateway itself, regardless of the caller's Accept header. DEFAULT_4XX covers all types without
// their own response.
verifies("runtime:aws:gateway-refusals", () => {
  const answers = Object.values(Resources)
    .filter(({ Type }) => Type === "AWS::ApiGateway::GatewayResponse")
    // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types
    .map(({ Properties }: any) => {
      const [message, ...others] = JSON.parse(Properties.ResponseTemplates["application/json"]).messages;
      // Clients of FileMaker's own APIs read the sentence from another field.
      expect([message.text, others], Properties.ResponseType).toEqual([message.message, []]);
      const name = Object.entries(errors).find(([, { code }]) => code === message.code)?.[0] as ErrorName;
      const { message: _, ...ours } = message;
      expect({ messages: [ours], response: {} }).toEqual(failure(new ServiceError(name)));
      const headers = Object.fromEntries(
        Object.entries<string>(Properties.ResponseParameters).map(([name, quoted]) => [
          name.replace("gatewayresponse.header.", ""),
          quoted.replace(/^'(.*)'$/, "$1"),
        ]),
      );
      expect({ "Content-Security-Policy": "", ...headers }).toMatchObject({
        ...ownHeaders,
        // An empty source list is equivalent to 'none'.
        "Content-Security-Policy": ownHeaders["Content-Security-Policy"]?.replaceAll(" 'none'", ""),
      });
      return [Properties.ResponseType, Properties.StatusCode ?? null, name];
    });
  expect(answers).toEqual([
    ["MISSING_AUTHENTICATION_TOKEN", "404", "route_not_found"],
    ["REQUEST_TOO_LARGE", "413", "upload_needed"],
    ["THROTTLED", "429", "calls_limited"],
    ["DEFAULT_4XX", null, "request_refused"],
    ["DEFAULT_5XX", null, "internal"],
  ]);
  expect(properties("TooManyCalls").ResponseParameters["gatewayresponse.header.Retry-After"]).toBe("'1'");
});

// Names of CloudFront, IAM and S3 are unique across all regions of an account: a stage in a second region would conflict with the first.
verifies("runtime:aws:region-in-names", () => {
  const namesOf = ({ Resources: all }: Template) =>
    Object.entries(all)
      .filter(([, { Type }]) => /^AWS::(?:CloudFront|IAM|S3)::/.test(Type))
      .flatMap(([id, { Properties }]) => namesIn(Properties ?? {}).map((name) => [id, name]));
  const names = namesOf(template);
  expect(names.map(([id]) => id)).toEqual(expect.arrayContaining(["ConsoleAccess", "ConsoleHeaders", "BeforeCalls"]));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references
  for (const [id, name] of names) expect(JSON.stringify(name), String(id)).toContain("-${AWS::Region}-");
  // The function in us-east-1 serves a stack in any region.
  const challenges = challengesStackOf("latchkey-prod", "eu-central-1");
  expect(challengesTemplate(challenges).Resources.Function.Properties.FunctionName).toContain("-eu-central-1-");
});

/** Returns the names of resources. Parts of them, such as headers, have other names. */
function namesIn(value: Value): readonly Value[] {
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(namesIn) : [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(?:Name|RoleName|BucketName|FunctionName)$/.test(key) ? [inner] : namesIn(inner),
  );
}

/** Ids from "Use managed cache policies" and "Use managed origin request policies". */
const managed = {
  cachingOptimized: "658327ea-f89d-4fab-a63d-7e88639e58f6",
  cachingDisabled: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
  allViewerExceptHostHeader: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
};
