import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import type { AwsLimit, GuideSection } from "./aws-limits/rules.ts";
import { overdueLimits } from "./aws-limits/rules.ts";

const docs = "https://docs.aws.amazon.com";
/** Day on which some rows were compared with copies of AWS's documentation. */
const checkedOn = "2026-11-28";

/** Limits of AWS. `node scripts/aws-limits.ts` prints the page; with `--check` it fails if a row is older than a year. */
export const awsLimits: readonly AwsLimit[] = [
  {
    service: "API Gateway",
    limit: "request line and headers",
    value: "10,240 bytes",
    page: `${docs}/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html`,
    reliedOnBy: "docs/guides/deploy-on-aws.md",
    test: "tests/sandbox/aws/gateway-limits.test.ts",
    named: ["10,240 bytes"],
  },
  {
    service: "API Gateway",
    limit: "request body",
    value: "10 MB",
    page: `${docs}/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html`,
    reliedOnBy: "functions/lambda/platform.ts",
    test: "tests/sandbox/aws/gateway-limits.test.ts",
  },
  {
    service: "API Gateway",
    limit: "requests of an account in a region",
    value: "10,000 a second, burst 5,000",
    page: `${docs}/apigateway/latest/developerguide/limits.html`,
    reliedOnBy: "docs/guides/scale.md",
    test: "tests/aws/aws-limits.test.ts",
    named: ["10,000 a second"],
  },
  {
    service: "API Gateway",
    limit: "the header `WWW-Authenticate` of an answer",
    value: "renamed",
    page: `${docs}/apigateway/latest/developerguide/api-gateway-known-issues.html`,
    reliedOnBy: "serverless.yml",
    test: "tests/offline/challenges.test.ts",
  },
  {
    service: "API Gateway",
    limit: "frame and message of a WebSocket",
    value: "32 KB and 128 KB",
    page: `${docs}/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html`,
    checkedOn,
    reliedOnBy: "shared/agent/protocol/frame.ts",
    test: "tests/aws/aws-limits.test.ts",
  },
  {
    service: "API Gateway",
    limit: "time of an integration: buffered and streamed",
    value: "29 s and 900 s",
    page: `${docs}/apigateway/latest/developerguide/response-transfer-mode.html`,
    reliedOnBy: "serverless.yml",
    test: "tests/offline/stack.test.ts",
  },
  {
    service: "CloudFormation",
    limit: "resources of a stack",
    value: "500",
    page: `${docs}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
    reliedOnBy: "serverless.yml",
    test: "tests/offline/stack.test.ts",
  },
  {
    service: "CloudFormation",
    limit: "delimiter of `Fn::Join`",
    value: "literal text",
    page: `${docs}/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-join.html`,
    reliedOnBy: "scripts/encryption-keys.ts",
    test: "tests/offline/intrinsic-rules.test.ts",
  },
  {
    service: "CloudFormation",
    limit: "template in a request, and in a bucket",
    value: "51,200 bytes and 1 MB",
    page: `${docs}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
    reliedOnBy: "scripts/deployment/packaged-template.ts",
    test: "tests/cloudformation/stacks.test.ts",
  },
  {
    service: "CloudFormation",
    limit: "`StageDescription` of a deployment",
    value: "only for a new stage",
    page: "https://github.com/jacob-meacham/serverless-plugin-bind-deployment-id/issues/3",
    reliedOnBy: "scripts/stage-plugin.ts",
    test: "tests/offline/template-rules.test.ts",
  },
  {
    service: "CloudFront",
    limit: "wait for the first byte",
    value: "60 s set, 120 s at most without a request",
    page: `${docs}/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesOrigin.html`,
    reliedOnBy: "functions/settings/limits.ts",
    test: "tests/lambda/answer-limits.test.ts",
    named: ["60 s"],
  },
  {
    service: "CloudFront",
    limit: "cached errors",
    value: "10 s unless set",
    page: `${docs}/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html`,
    checkedOn,
    reliedOnBy: "serverless.yml",
    test: "tests/offline/distribution.test.ts",
  },
  {
    service: "CloudFront",
    limit: "function for answers at the edge: memory and time",
    value: "128 MB, 30 s at the origin",
    page: `${docs}/AmazonCloudFront/latest/DeveloperGuide/edge-functions-restrictions.html`,
    reliedOnBy: "scripts/deployment/challenges-stack.ts",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "CloudFront",
    limit: "replicas of a function after its last distribution",
    value: "some hours",
    page: `${docs}/AmazonCloudFront/latest/DeveloperGuide/lambda-edge-delete-replicas.html`,
    reliedOnBy: "scripts/deployment/challenges-stack.ts",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "CloudWatch Logs",
    limit: "subscriptions of a log group",
    value: "2",
    page: `${docs}/AmazonCloudWatchLogs/latest/APIReference/API_PutSubscriptionFilter.html`,
    checkedOn,
    reliedOnBy: "serverless.yml",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "DynamoDB",
    limit: "item",
    value: "400 KB",
    page: `${docs}/amazondynamodb/latest/developerguide/Constraints.html`,
    reliedOnBy: "shared/aws/dynamo/table-error.ts",
    test: "tests/aws/dynamo-table.test.ts",
  },
  {
    service: "DynamoDB",
    limit: "new table on demand",
    value: "4,000 writes and 12,000 reads a second",
    page: `${docs}/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html`,
    reliedOnBy: "docs/guides/scale.md",
    test: "tests/aws/aws-limits.test.ts",
    named: ["4,000 writes", "12,000 reads"],
  },
  {
    service: "EventBridge",
    limit: "targets of a rule",
    value: "5",
    page: `${docs}/eventbridge/latest/userguide/eb-quota.html`,
    reliedOnBy: "scripts/stack-options.ts",
    test: "tests/offline/stack-options.test.ts",
  },
  {
    service: "IAM",
    limit: "inline policies of a role",
    value: "10,240 characters",
    page: `${docs}/IAM/latest/UserGuide/reference_iam-quotas.html`,
    reliedOnBy: "scripts/function-role.ts",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "KMS",
    limit: "days between rotations of a key",
    value: "90 to 2,560",
    page: `${docs}/kms/latest/APIReference/API_EnableKeyRotation.html`,
    checkedOn,
    reliedOnBy: "serverless.yml",
    test: "tests/offline/stack.test.ts",
  },
  {
    service: "KMS",
    limit: "days until a deleted key is gone",
    value: "7 to 30",
    page: `${docs}/kms/latest/developerguide/deleting-keys.html`,
    reliedOnBy: "serverless.yml",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "Lambda",
    limit: "concurrent executions of an account in a region",
    value: "1,000; less for a new account",
    page: `${docs}/lambda/latest/dg/gettingstarted-limits.html`,
    checkedOn,
    reliedOnBy: "docs/guides/scale.md",
    test: "tests/aws/aws-limits.test.ts",
  },
  {
    service: "Lambda",
    limit: "new executions of a function",
    value: "1,000 in 10 s",
    page: `${docs}/lambda/latest/dg/lambda-concurrency.html`,
    reliedOnBy: "docs/guides/scale.md",
    test: "tests/aws/aws-limits.test.ts",
    named: ["10 s"],
  },
  {
    service: "Lambda",
    limit: "event, and buffered answer",
    value: "6 MB each",
    page: `${docs}/lambda/latest/dg/gettingstarted-limits.html`,
    reliedOnBy: "functions/lambda/platform.ts",
    test: "tests/sandbox/aws/payload-limits.test.ts",
  },
  {
    service: "Lambda",
    limit: "streamed answer",
    value: "200 MB",
    page: `${docs}/lambda/latest/dg/configuration-response-streaming.html`,
    reliedOnBy: "shared/ports/limits/answer-limits.ts",
    test: "tests/lambda/large-answers.test.ts",
    named: ["200 MB"],
  },
  {
    service: "Lambda",
    limit: "speed of a streamed answer",
    value: "6 MB, then 2 MB a second",
    page: `${docs}/lambda/latest/dg/configuration-response-streaming.html`,
    reliedOnBy: "docs/guides/deploy-on-aws.md",
    test: "tests/sandbox/aws/payload-limits.test.ts",
    named: ["6 MB", "2 MB"],
  },
  {
    service: "Lambda",
    limit: "invocations of a function in a chain of requests",
    value: "about 16",
    page: `${docs}/lambda/latest/dg/invocation-recursion.html`,
    reliedOnBy: "sandbox/aws/lambda/recursion.ts",
    test: "tests/sandbox/aws/recursion.test.ts",
  },
  {
    service: "Lambda",
    limit: "variables of a function",
    value: "4 KB",
    page: `${docs}/lambda/latest/dg/configuration-envvars.html`,
    reliedOnBy: "scripts/function-stack.ts",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "Lambda",
    limit: "time of an invocation",
    value: "900 s",
    page: `${docs}/lambda/latest/dg/gettingstarted-limits.html`,
    checkedOn,
    reliedOnBy: "serverless.yml",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "Lambda",
    limit: "memory of a function",
    value: "128 MB to 10,240 MB",
    page: `${docs}/lambda/latest/dg/gettingstarted-limits.html`,
    checkedOn,
    reliedOnBy: "serverless.yml",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "Lambda",
    limit: "executions that can't be reserved",
    value: "100",
    page: `${docs}/lambda/latest/dg/configuration-concurrency.html`,
    reliedOnBy: "scripts/stack-options.ts",
    test: "tests/cloudformation/stack.test.ts",
  },
  {
    service: "S3",
    limit: "parts of an upload, and one PUT",
    value: "10,000 parts of 5 MB to 5 GB; 5 GB",
    page: `${docs}/AmazonS3/latest/userguide/qfacts.html`,
    reliedOnBy: "shared/aws/s3/stored-transfers.ts",
    test: "tests/aws/aws-limits.test.ts",
  },
  {
    service: "SQS",
    limit: "delay of a message",
    value: "900 s",
    page: `${docs}/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html`,
    reliedOnBy: "shared/ports/limits/queue-limits.ts",
    test: "tests/aws/aws-limits.test.ts",
  },
  {
    service: "SQS",
    limit: "visibility timeout of a queue that feeds a function",
    value: "6 times the function's time",
    page: `${docs}/lambda/latest/dg/services-sqs-configure.html`,
    reliedOnBy: "serverless.yml",
    test: "tests/offline/stack.test.ts",
  },
  {
    service: "SQS",
    limit: "visibility timeout",
    value: "12 hours",
    page: `${docs}/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html`,
    checkedOn,
    reliedOnBy: "serverless.yml",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "SQS",
    limit: "retention of a message",
    value: "60 s to 14 days",
    page: `${docs}/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html`,
    reliedOnBy: "serverless.yml",
    test: "tests/cloudformation/types.test.ts",
  },
  {
    service: "SQS",
    limit: "name of a deleted queue",
    value: "blocked for 60 s",
    page: `${docs}/AWSSimpleQueueService/latest/APIReference/API_DeleteQueue.html`,
    reliedOnBy: "sandbox/aws/cloudformation/types/queue.ts",
    test: "tests/cloudformation/types.test.ts",
  },
];

/** Sections of guides that name limits of AWS. */
export const guideSections: readonly GuideSection[] = [
  {
    guide: "docs/guides/deploy-on-aws.md",
    heading: "**Requests and responses**",
    own: {
      "512 KB": "shared/logs/deliveries.ts",
      "25 seconds": "functions/lambda/platform.ts",
      "64 MB": "shared/browser/transfers/host-bytes.ts",
      "16 KB": "local-runtime/http/gateway.ts",
      "4.4 MB": "functions/lambda/platform.ts",
    },
  },
  {
    guide: "docs/guides/scale.md",
    heading: "### Tune AWS",
    own: {
      "1,000 calls a second": "docs/guides/scale.md",
      // Far from any use: data keys are cached.
      "10,000 to 100,000 a second": "shared/aws/kms/data-keys.ts",
    },
  },
];

const edge = "sandbox/aws/edge-server.ts";

/** Rules that apply on one machine, with the file that applies them. */
export const enforced: readonly (readonly [rule: string, by: string])[] = [
  ["a template that CloudFormation rejects isn't started", "scripts/dev-aws/stack.ts"],
  ["10,240 bytes of request line and headers, 10 MB of body", edge],
  ["6 MB of event and of buffered answer, 200 MB of streamed answer", edge],
  ["the answer begins within `answerSeconds`, or the call ends with 504 while the function goes on", edge],
  ["challenges are renamed, and get their name back by the function that is deployed for it", edge],
  ["errors are cached by address for the times of the distribution", edge],
  ["CloudFront Functions answer preflights and pages of the console, and replace the alias of the prefix", edge],
  ["calls that bypass CloudFront are refused; CloudFront's have its proof and the viewer's address", edge],
  ["a chain of 16 invocations is stopped unless the function allows it", "scripts/dev-aws/queue-poller.ts"],
  [
    "queues have the stack's visibility timeout, retention, redrive and number of parallel batches",
    "scripts/dev-aws/emulated-types.ts",
  ],
];

/** Rules that don't apply on one machine, with the reason. */
const notEnforced: readonly (readonly [rule: string, why: string])[] = [
  [
    "an instance is frozen after its answer",
    "`serverless-offline` runs instances as worker threads, which can't be paused from outside. `tests/lambda/frozen.test.ts` runs functions with a stopped clock and no work after the answer.",
  ],
  [
    "a streamed answer slows down to 2 MB a second after 6 MB, and breaks after five minutes of silence",
    "`serverless-offline` can't stream, so answers arrive as a whole.",
  ],
  [
    "limits of calls per second, and of concurrent executions",
    "One machine is slower than the limits. `tests/offline/stack.test.ts` checks that the stack sets them.",
  ],
  [
    "permissions of roles",
    "The emulators don't know callers. `tests/iam` evaluates each call of the suite against the packaged roles.",
  ],
  [
    "limits of WebSocket frames and connections",
    "`serverless-offline` has its own WebSocket server. `tests/aws/aws-limits.test.ts` compares the frames of the protocol with the limits.",
  ],
  [
    "index reads of DynamoDB lag behind",
    "dynoxide's indexes are consistent. `tests/keys/stale-reads.test.ts` delays reads.",
  ],
];

/** Returns the table as Markdown. */
export function limitsPage(): string {
  const rows = awsLimits.map(
    ({ service, limit, value, page, checkedOn: day = "", reliedOnBy, test }) =>
      `| ${service}: ${limit} | ${value} | [AWS](${page}) | ${day} | \`${reliedOnBy}\` | \`${test}\` |`,
  );
  return `# Limits of AWS

Limits of AWS that Latchkey relies on, or that a guide names. \`scripts/aws-limits.ts\` contains the rows and prints this page. None of them was
measured on AWS: the tests compare our side with the value of AWS's page.

A row with a date was compared with a copy of AWS's documentation on that day. The others come from the page as it was when they were written.

| limit | value | page | compared on | relied on by | test |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

## On this machine

\`npm run dev:aws\` and \`npx serverless offline\` apply rules of Lambda, API Gateway and CloudFront with the settings of the stack, so that what would fail
on AWS fails here:

| rule | applied by |
| --- | --- |
${enforced.map(([rule, by]) => `| ${rule} | \`${by}\` |`).join("\n")}

\`serverless-offline\` gives an instance one call at a time, which \`tests/dev-aws/dev-aws.test.ts\` checks.

These aren't applied:

| rule | why |
| --- | --- |
${notEnforced.map(([rule, why]) => `| ${rule} | ${why} |`).join("\n")}
`;
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) {
  const overdue = argv.includes("--check") ? overdueLimits(awsLimits, new Date().toISOString().slice(0, 10)) : [];
  if (overdue.length > 0) {
    process.stderr.write(`Compare these rows with AWS's pages, and update \`checkedOn\`:\n${overdue.join("\n")}\n`);
    process.exitCode = 1;
  } else if (!argv.includes("--check")) process.stdout.write(limitsPage());
}
