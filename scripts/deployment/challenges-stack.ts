import { createHash } from "node:crypto";

/**
 * Returns the name of the stack with the challenges function, which accompanies a stack of the service. CloudFront only accepts functions
 * from us-east-1.
 */
export function challengesStackOf(stack: string, region: string): string {
  return `${stack}-${region}-challenges`;
}

export const challengesRegion = "us-east-1";

/** Output with the version that CloudFront runs. */
export const versionOutput = "Version";

/**
 * Restores the name of challenge headers: API Gateway returns `WWW-Authenticate` as `x-amzn-Remapped-WWW-Authenticate`, and without it,
 * clients don't ask for a credential on a 401 (docs/decisions/0040-lambda-at-edge-restores-www-authenticate.md).
 */
export const challengesCode = `const renamed = "x-amzn-remapped-www-authenticate";
exports.handler = async ({ Records: [{ cf: { response } }] }) => {
  const challenges = response.headers[renamed];
  if (challenges !== undefined) {
    response.headers["www-authenticate"] = challenges.map(({ value }) => ({ key: "WWW-Authenticate", value }));
    delete response.headers[renamed];
  }
  return response;
};
`;

/**
 * Returns the template of a Lambda@Edge function: x86_64, a supported runtime, no settings, no log of its own, and a version that never
 * changes.
 */
export function challengesTemplate(name: string) {
  // A version keeps its code: new code needs a new version, and CloudFront may still run the previous one.
  const version = `Version${createHash("sha256").update(challengesCode).digest("hex").slice(0, 16)}`;
  return {
    AWSTemplateFormatVersion: "2010-09-09",
    Description: "Latchkey: gives challenges their name back behind API Gateway",
    Resources: {
      Role: {
        Type: "AWS::IAM::Role",
        Properties: {
          AssumeRolePolicyDocument: {
            Version: "2012-10-17",
            Statement: [
              {
                Effect: "Allow",
                Principal: { Service: ["lambda.amazonaws.com", "edgelambda.amazonaws.com"] },
                Action: "sts:AssumeRole",
              },
            ],
          },
        },
      },
      Function: {
        Type: "AWS::Lambda::Function",
        Properties: {
          FunctionName: name,
          Runtime: "nodejs22.x",
          Handler: "index.handler",
          MemorySize: 128,
          Timeout: 5,
          Role: { "Fn::GetAtt": ["Role", "Arn"] },
          Code: { ZipFile: challengesCode },
        },
      },
      [version]: {
        Type: "AWS::Lambda::Version",
        UpdateReplacePolicy: "Retain",
        // CloudFront's distribution uses the previous version until it is updated as well, and its replicas are deleted hours later.
        DeletionPolicy: "RetainExceptOnCreate",
        Properties: { FunctionName: { Ref: "Function" } },
      },
    },
    Outputs: { [versionOutput]: { Value: { Ref: version } } },
  };
}
