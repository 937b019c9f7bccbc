import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3Client } from "@aws-sdk/client-s3";
import { beforeEach, expect, onTestFinished, vi } from "vitest";
import { templateChecks } from "../../scripts/deployment/change-set.ts";
import { validateStacks } from "../../scripts/smoke/validate.ts";
import { verifies } from "../support/verifies.ts";

/** Calls that the stand-ins got, in order. */
const calls: string[] = [];
/** Parameters of planned deployments. */
const values: string[] = [];
/** Reason for which CloudFormation can't plan the next deployment. */
let refusal: string | undefined;
let stacks: Set<string>;

beforeEach(async () => {
  calls.length = 0;
  values.length = 0;
  refusal = undefined;
  stacks = new Set();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const [status, xml] = answered(new URLSearchParams(body));
    response.writeHead(status, { "content-type": "text/xml" }).end(xml);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFORMATION", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    server.close();
    vi.unstubAllEnvs();
  });
});

/** Answers as CloudFormation's API reference describes it. Change sets take a moment, and their changes come in pages. */
function answered(parameters: URLSearchParams): readonly [status: number, xml: string] {
  const [action = "", stack = ""] = [parameters.get("Action") ?? "", parameters.get("StackName") ?? ""];
  const source = parameters.get("TemplateURL") === null ? "body" : "address";
  if (action !== "DescribeChangeSet") calls.push(`${action} ${stack} ${parameters.get("ChangeSetType") ?? ""}`.trim());
  const given = ["ParameterKey", "ParameterValue"].map((name) => parameters.get(`Parameters.member.1.${name}`));
  if (action === "CreateChangeSet") values.push(given.join("="));
  const invalid = (message: string) => [400, `<Error><Message>${message}</Message></Error>`] as const;
  // "CloudFormation quotas": 51,200 bytes in a call.
  if ((parameters.get("TemplateBody")?.length ?? 0) > 51_200)
    return invalid("Member must have length less than or equal to 51200");
  if (action === "DescribeStacks")
    return stacks.has(stack) ? [200, "<StackStatus>UPDATE_COMPLETE</StackStatus>"] : invalid("it does not exist");
  if (action === "ValidateTemplate") calls.push(source);
  if (action !== "DescribeChangeSet") return [200, ""];
  waits += 1;
  if (waits % 2 === 1) return [200, "<Status>CREATE_IN_PROGRESS</Status>"];
  if (refusal !== undefined)
    return [200, `<Status>FAILED</Status><StatusReason>${refusal.replace("'", "&#39;")}</StatusReason>`];
  const change = "<member><ResourceChange><Action>Add</Action></ResourceChange></member>";
  if (parameters.has("NextToken")) return [200, `<Status>CREATE_COMPLETE</Status><Changes>${change}</Changes>`];
  waits -= 1;
  return [200, `<Status>CREATE_COMPLETE</Status><Changes>${change}${change}</Changes><NextToken>2</NextToken>`];
}
let waits = 0;

const bucket = {
  send: async (command: { readonly input: { readonly Bucket?: string } }) => {
    calls.push(command.constructor.name);
    return {};
  },
} as unknown as Pick<S3Client, "send">;

const secretive = { Parameters: { Secret: { MinLength: 4 }, InUse: { Default: "A" } } };

async function validated(): Promise<readonly string[]> {
  const credentials = { accessKeyId: "AKIADEPLOY", secretAccessKey: "a secret of its own" };
  const printed: string[] = [];
  await validateStacks(
    { stack: "latchkey-smoke", template: { ...secretive, Description: "x".repeat(60_000) } },
    [{ stack: "challenges", template: {} }],
    {
      checks: templateChecks({ region: "eu-central-1", credentials }, 1),
      edgeChecks: templateChecks({ region: "us-east-1", credentials }, 1),
      s3: bucket,
      region: "eu-central-1",
      account: "123456789012",
      print: (sentence) => printed.push(sentence),
    },
  );
  return printed;
}

const planned = (stack: string, type: "CREATE" | "UPDATE") => [
  `DescribeStacks ${stack}`,
  `CreateChangeSet ${stack} ${type}`,
  `DeleteChangeSet ${stack}`,
];

verifies("runtime:aws:validated", async () => {
  const would = "valid, and CloudFormation would change these resources: Add 3.";
  expect(await validated()).toEqual([`challenges: ${would}`, `latchkey-smoke: ${would}`]);
  expect(values).toEqual(["=", "Secret=xxxx"]);
  expect(calls).toEqual([
    ...["ValidateTemplate", "body", ...planned("challenges", "CREATE"), "DeleteStack challenges"],
    ...["CreateBucketCommand", "PutObjectCommand", "ValidateTemplate", "address"],
    ...[...planned("latchkey-smoke", "CREATE"), "DeleteStack latchkey-smoke"],
    ...["DeleteObjectCommand", "DeleteBucketCommand"],
  ]);
});

verifies("runtime:aws:validated", "an existing stack stays, and a deployment without changes is valid", async () => {
  stacks = new Set(["challenges", "latchkey-smoke"]);
  refusal = "The submitted information didn't contain changes.";
  expect(await validated()).toContain("latchkey-smoke: valid, and CloudFormation would change nothing.");
  expect(calls.filter((call) => call.startsWith("DeleteStack"))).toEqual([]);
});

verifies("runtime:aws:validated", "a template that CloudFormation rejects leaves nothing behind", async () => {
  refusal = "Template error: every Fn::Join object requires two parameters";
  await expect(validated()).rejects.toThrow("CloudFormation can't plan this deployment: Template error");
  expect(calls.slice(-2)).toEqual(["DeleteChangeSet challenges", "DeleteStack challenges"]);
});
