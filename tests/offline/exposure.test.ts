import { readdirSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect } from "vitest";
import { checkParameters } from "../../scripts/deployment/check-parameters.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";
import { verifies } from "../support/verifies.ts";

const { Resources } = packagedTemplate();
const withDomain = packagedTemplate({
  domain: "keys.example.com",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1234abcd",
});
// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types; tests read arbitrary fields
const properties = (name: string): any => Resources[name]?.Properties;
const ofType = (type: string) => Object.entries(Resources).filter(([, resource]) => resource.Type === type);

// "The confused deputy problem": without a source, any API, rule or log group of any account can use the permission.
verifies("runtime:aws:callers-named", () => {
  const permissions = ofType("AWS::Lambda::Permission");
  expect(permissions.length).toBeGreaterThan(0);
  for (const [name] of permissions) {
    const { Principal, SourceArn } = properties(name);
    expect(Principal, name).toMatch(/\.amazonaws\.com$/);
    const source = JSON.stringify(SourceArn ?? "");
    // An ARN of this account, or an attribute of a resource of this stack.
    expect(source, name).toMatch(/AWS::AccountId|"Fn::GetAtt"/);
    const [resource = ""] = /ApiGatewayRestApi|WebsocketsApi|\w+EventsRuleSchedule\d+|ServiceLog/.exec(source) ?? [];
    expect(Resources, name).toHaveProperty(resource);
  }
});

// "ThrottlingRateLimit": requests per second, for all callers together.
verifies("runtime:aws:connections-limited", () => {
  const { RouteSettings, DefaultRouteSettings } = properties("WebsocketsDeploymentStage");
  expect(RouteSettings).toEqual({ $connect: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 } });
  expect(DefaultRouteSettings).toBeUndefined();
  const routes = ofType("AWS::ApiGatewayV2::Route").map(([name]) => properties(name).RouteKey);
  expect(routes).toContain("$connect");
});

verifies("runtime:aws:encrypted-transport", () => {
  const denied = (bucket: string, condition: object) => ({
    ...{ Effect: "Deny", Principal: "*", Action: "s3:*", Condition: condition },
    Resource: [{ "Fn::GetAtt": [bucket, "Arn"] }, { "Fn::Sub": `\${${bucket}.Arn}/*` }],
  });
  for (const bucket of ["Blobs", "Console"]) {
    const [policy] = ofType("AWS::S3::BucketPolicy")
      .map(([name]) => properties(name))
      .filter(({ Bucket }) => Bucket.Ref === bucket);
    const statements = policy.PolicyDocument.Statement.map(({ Sid, ...statement }: { Sid?: string }) => statement);
    expect(statements, bucket).toContainEqual(denied(bucket, { Bool: { "aws:SecureTransport": "false" } }));
    expect(statements, bucket).toContainEqual(denied(bucket, { NumericLessThan: { "s3:TlsVersion": "1.2" } }));
  }
  // biome-ignore lint/suspicious/noExplicitAny: CloudFormation's types
  const { ViewerCertificate, IPV6Enabled } = (withDomain.Resources.Distribution as any).Properties.DistributionConfig;
  expect(ViewerCertificate["Fn::If"]).toMatchObject(["OwnDomain", { MinimumProtocolVersion: "TLSv1.2_2021" }, {}]);
  expect(IPV6Enabled).toBe(true);
});

verifies("runtime:aws:encrypted-transport", "queues encrypt at rest without calls to KMS", () => {
  const queues = ofType("AWS::SQS::Queue");
  expect(queues.length).toBeGreaterThan(0);
  for (const [name] of queues) {
    expect(properties(name).SqsManagedSseEnabled, name).toBe(true);
    expect(properties(name), name).not.toHaveProperty("KmsMasterKeyId");
  }
});

// "You can't change the MultiRegion value after the KMS key is created." Ids of such keys begin with mrk-.
verifies("runtime:aws:replicable-key", () => {
  for (const [name] of ofType("AWS::KMS::Key")) expect(properties(name).MultiRegion, name).toBe(true);
  const replica = "arn:aws:kms:eu-west-1:123456789012:key/mrk-1234abcd12ab34cd56ef1234567890ab";
  const given = { fmsUrl: "https://fms.example.com", region: "eu-west-1" };
  expect(() => checkParameters({ ...given, encryptionKeys: `own,${replica}` })).not.toThrow();
  expect(() => checkParameters({ ...given, encryptionKeys: `own,${replica}0` })).toThrow("ARNs of KMS keys");
});

verifies("runtime:aws:console-unknown", () => {
  const answer = (uri: string) =>
    runInNewContext(`${properties("ConsoleFiles").FunctionCode}; handler(${JSON.stringify({ request: { uri } })})`);
  const files = readdirSync(new URL("../../console/public", import.meta.url));
  for (const uri of ["/", "/index.html", "/assets/index-Dx_1-a.js", ...files.map((name) => `/${name}`)])
    expect(answer(uri), uri).toEqual({ uri });
  for (const uri of ["/keys", "/assets", "/assets/", "/assets/../keys", "/wp-login.php", "/index.html/", "/%0a"]) {
    const { statusCode, headers, body } = answer(uri);
    expect([statusCode, headers["content-type"].value], uri).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain('<a href="/">Open the console</a>');
  }
  const { DefaultCacheBehavior } = properties("Distribution").DistributionConfig;
  expect(DefaultCacheBehavior.FunctionAssociations).toEqual([
    { EventType: "viewer-request", FunctionARN: { "Fn::GetAtt": ["ConsoleFiles", "FunctionARN"] } },
  ]);
  // A file that is gone is not found, instead of forbidden.
  const [{ Action }] = properties("ConsolePolicy").PolicyDocument.Statement;
  expect(Action).toEqual(["s3:GetObject", "s3:ListBucket"]);
});
