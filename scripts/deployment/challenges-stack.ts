import { createHash } from "node:crypto";

/** The stack of the challenges' function beside a stack of the service. CloudFront takes functions of us-east-1 only. */
export function challengesStackOf(stack: string, region: string): string {
  return `${stack}-${region}-challenges`;
}

export const challengesRegion = "us-east-1";

/** The output that names the version which CloudFront runs. */
export const versionOutput = "Version";

/**
 * Gives challenges their name back: API Gateway answers `WWW-Authenticate` as `x-amzn-Remapped-WWW-Authenticate`, and a client that meets a 401
 * without it asks nobody for a credential (docs/decisions/0040-lambda-at-edge-restores-www-authenticate.md).
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

/** A Lambda@Edge function: x86_64, a runtime of those, no settings, no log of its own, and a version that never changes. */
export function challengesTemplate(name: string) {
  // A version holds the code that it was made with: other code is another version, and CloudFront may still run the one before.
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
        // CloudFront's distribution names the version before this one until it has been changed as well, and its copies go hours after that.
        DeletionPolicy: "Retain",
        Properties: { FunctionName: { Ref: "Function" } },
      },
    },
    Outputs: { [versionOutput]: { Value: { Ref: version } } },
  };
}
