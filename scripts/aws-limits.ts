import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import type { AwsLimit, GuideSection } from "./aws-limits/rules.ts";
import { overdueLimits } from "./aws-limits/rules.ts";

const docs = "https://docs.aws.amazon.com";
const checkedOn = "2026-11-27";

/** Limits of AWS. `node scripts/aws-limits.ts` prints the page; with `--check` it fails if a row is older than a year. */
export const awsLimits: readonly AwsLimit[] = [
  {
    service: "API Gateway",
    limit: "request line and headers",
    value: "10,240 bytes",
    page: `${docs}/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html`,
    checkedOn,
    reliedOnBy: "docs/guides/deploy-on-aws.md",
    test: "tests/sandbox/aws/gateway-limits.test.ts",
    named: ["10,240 bytes"],
  },
  {
    service: "API Gateway",
    limit: "request body",
    value: "10 MB",
    page: `${docs}/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html`,
    checkedOn,
    reliedOnBy: "functions/lambda/platform.ts",
    test: "tests/sandbox/aws/gateway-limits.test.ts",
  },
  {
    service: "API Gateway",
    limit: "requests of an account in a region",
    value: "10,000 a second, burst 5,000",
    page: `${docs}/apigateway/latest/developerguide/limits.html`,
    checkedOn,
    reliedOnBy: "docs/guides/scale.md",
    test: "tests/aws/aws-limits.test.ts",
    named: ["10,000 a second"],
  },
  {
    service: "API Gateway",
    limit: "the header `WWW-Authenticate` of an answer",
    value: "renamed",
    page: `${docs}/apigateway/latest/developerguide/api-gateway-known-issues.html`,
    checkedOn,
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
    service: "CloudFormation",
    limit: "resources of a stack",
    value: "500",
    page: `${docs}/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html`,
    checkedOn,
    reliedOnBy: "serverless.yml",
    test: "tests/offline/stack.test.ts",
  },
  {
    service: "CloudFront",
    limit: "wait for the first byte",
    value: "60 s set, 120 s at most without a request",
    page: `${docs}/AmazonCloudFront/latest/DeveloperGuide/DownloadDistValuesOrigin.html`,
    checkedOn,
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
    service: "DynamoDB",
    limit: "item",
    value: "400 KB",
    page: `${docs}/amazondynamodb/latest/developerguide/Constraints.html`,
    checkedOn,
    reliedOnBy: "shared/aws/dynamo/table-error.ts",
    test: "tests/aws/dynamo-table.test.ts",
  },
  {
    service: "DynamoDB",
    limit: "new table on demand",
    value: "4,000 writes and 12,000 reads a second",
    page: `${docs}/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html`,
    checkedOn,
    reliedOnBy: "docs/guides/scale.md",
    test: "tests/aws/aws-limits.test.ts",
    named: ["4,000 writes", "12,000 reads"],
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
    checkedOn,
    reliedOnBy: "docs/guides/scale.md",
    test: "tests/aws/aws-limits.test.ts",
    named: ["10 s"],
  },
  {
    service: "Lambda",
    limit: "event, and buffered answer",
    value: "6 MB each",
    page: `${docs}/lambda/latest/dg/gettingstarted-limits.html`,
    checkedOn,
    reliedOnBy: "functions/lambda/platform.ts",
    test: "tests/sandbox/aws/payload-limits.test.ts",
  },
  {
    service: "Lambda",
    limit: "streamed answer",
    value: "200 MB",
    page: `${docs}/lambda/latest/dg/configuration-response-streaming.html`,
    checkedOn,
    reliedOnBy: "shared/ports/limits/answer-limits.ts",
    test: "tests/lambda/large-answers.test.ts",
    named: ["200 MB"],
  },
  {
    service: "Lambda",
    limit: "speed of a streamed answer",
    value: "6 MB, then 2 MB a second",
    page: `${docs}/lambda/latest/dg/configuration-response-streaming.html`,
    checkedOn,
    reliedOnBy: "docs/guides/deploy-on-aws.md",
    test: "tests/sandbox/aws/payload-limits.test.ts",
    named: ["6 MB", "2 MB"],
  },
  {
    service: "Lambda",
    limit: "invocations of a function in a chain of requests",
    value: "about 16",
    page: `${docs}/lambda/latest/dg/invocation-recursion.html`,
    checkedOn,
    reliedOnBy: "sandbox/aws/lambda/recursion.ts",
    test: "tests/sandbox/aws/recursion.test.ts",
  },
  {
    service: "S3",
    limit: "parts of an upload, and one PUT",
    value: "10,000 parts of 5 MB to 5 GB; 5 GB",
    page: `${docs}/AmazonS3/latest/userguide/qfacts.html`,
    checkedOn,
    reliedOnBy: "shared/aws/s3/stored-transfers.ts",
    test: "tests/aws/aws-limits.test.ts",
  },
  {
    service: "SQS",
    limit: "delay of a message",
    value: "900 s",
    page: `${docs}/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html`,
    checkedOn,
    reliedOnBy: "shared/ports/limits/queue-limits.ts",
    test: "tests/aws/aws-limits.test.ts",
  },
  {
    service: "SQS",
    limit: "visibility timeout of a queue that feeds a function",
    value: "6 times the function's time",
    page: `${docs}/lambda/latest/dg/services-sqs-configure.html`,
    checkedOn,
    reliedOnBy: "serverless.yml",
    test: "tests/offline/stack.test.ts",
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

/** Returns the table as Markdown. */
export function limitsPage(): string {
  const rows = awsLimits.map(
    ({ service, limit, value, page, checkedOn: day, reliedOnBy, test }) =>
      `| ${service}: ${limit} | ${value} | [AWS](${page}) | ${day} | \`${reliedOnBy}\` | \`${test}\` |`,
  );
  return `# Limits of AWS

Limits of AWS that Latchkey relies on, or that a guide names. \`scripts/aws-limits.ts\` contains the rows and prints this page. None of them was
measured on AWS: the tests compare our side with the value of AWS's page.

| limit | value | page | checked on | relied on by | test |
| --- | --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}

if (import.meta.url === pathToFileURL(argv[1] ?? "").href) {
  const overdue = argv.includes("--check") ? overdueLimits(awsLimits, new Date().toISOString().slice(0, 10)) : [];
  if (overdue.length > 0) {
    process.stderr.write(`Compare these rows with AWS's pages, and update \`checkedOn\`:\n${overdue.join("\n")}\n`);
    process.exitCode = 1;
  } else if (!argv.includes("--check")) process.stdout.write(limitsPage());
}
