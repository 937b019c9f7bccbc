// Runs packaged functions in the loop of AWS's own runtime (aws-lambda-ric), on emulators of the other services:
//   npx node tests/second-opinions/runtime.ts
// Its installation in a temporary folder compiles a client in C++, which needs cmake, make, a C++ compiler, and some minutes. An argument
// names the folder of an earlier installation instead. Exits with 1 if a response isn't what API Gateway needs.
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { startServer } from "../../sandbox/fmserver/server.ts";
import { startEmulators } from "../../scripts/dev-aws/emulators.ts";
import { createStack } from "../../scripts/dev-aws/stack.ts";
import { bundledFunction } from "../../scripts/function-bundle.ts";
import { restEvent } from "../support/aws/streaming-runtime.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";
import { type Invoked, type RuntimeApi, startRuntimeApi } from "./runtime-api.ts";

const [, , installed] = process.argv;
const packageName = "aws-lambda-ric@4.0.2";
const folder = mkdtempSync(join(tmpdir(), "latchkey-runtime-"));
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];

try {
  const program = install();
  const sandbox = await startServer();
  stops.push(() => sandbox.close());
  const emulators = await startEmulators();
  stops.push(() => emulators.stop());
  const stack = await createStack(packagedTemplate(), emulators.types);
  const functionNamed = (name: string) =>
    startFunction(program, name, {
      ...stack.environments.get(`latchkey-prod-${name}`),
      ...emulators.environment,
      // An address of the sandbox, which the stack's parameters refuse.
      FMS_URL: sandbox.origin,
      LOG_GROUP: "",
      // There is no CloudFront in front of the functions.
      DIRECT_CALLS: "true",
    });

  const keys = await functionNamed("keys");
  const created = await keys.invoke(
    restEvent("POST", "/svc/api/api-key", {
      headers: { Authorization: `Basic ${btoa("admin:admin-pass")}`, "Content-Type": "application/json" },
      body: Buffer.from(
        JSON.stringify({ label: "Runtime", databases: ["Contacts.fmp12"], user: "api", pass: "demo-pass" }),
      ),
    }),
  );
  const { key } = JSON.parse(answerOf(created).body).response;
  check("a key is created", answerOf(created).status, 200);

  const proxy = await functionNamed("proxy");
  const records = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Contacts/records";
  const withKey = { headers: { Authorization: `Bearer ${key}` } };
  const read = await proxy.invoke(restEvent("GET", `${records}?_limit=2`, withKey));
  check("a streamed answer has a prelude", read.contentType, "application/vnd.awslambda.http-integration-response");
  check("the answer is streamed", read.isStreamed, true);
  check("its status is in the prelude", answerOf(read).status, 200);
  check("its body follows", JSON.parse(answerOf(read).body).response.data.length, 2);
  check("it is complete", read.brokenBy, undefined);

  const refused = await proxy.invoke(restEvent("HEAD", records));
  check("a response without a body has its prelude", [answerOf(refused).status, answerOf(refused).body], [401, ""]);

  sandbox.faults.set({ kind: "reset", at: "body", times: 1, path: "records" });
  const broken = await proxy.invoke(restEvent("GET", `${records}?_limit=1000`, withKey));
  sandbox.faults.clear();
  check("an answer that breaks has begun", answerOf(broken).status, 200);
  check("the runtime reports it after the sent bytes", broken.brokenBy, "Error");
  const after = await proxy.invoke(restEvent("GET", `${records}?_limit=1`, withKey));
  check("the instance serves the next call", answerOf(after).status, 200);

  const jobs = await functionNamed("jobs");
  const batch = await jobs.invoke({ Records: [] });
  check(
    "the answer to an empty batch",
    [batch.isStreamed, JSON.parse(batch.body.toString())],
    [false, { batchItemFailures: [] }],
  );
  console.log(`${packageName}, Node ${process.version}`);
} finally {
  for (const stop of stops.toReversed()) await stop();
}

function check(what: string, actual: unknown, expected: unknown): void {
  assert.deepEqual(actual, expected, what);
  console.log(`✓ ${what}`);
}

/** Returns the program of the runtime, which is installed in a temporary folder unless there is an earlier installation. */
function install(): string {
  const program = "node_modules/aws-lambda-ric/index.mjs";
  if (installed !== undefined) return resolve(installed, program);
  writeFileSync(join(folder, "package.json"), "{}");
  const headers = dirname(dirname(process.execPath));
  const settings = {
    npm_config_ignore_scripts: "false",
    // Node from npm has its headers with it, so that they aren't downloaded.
    ...(existsSync(join(headers, "include/node/node_api.h")) && { npm_config_nodedir: headers }),
  };
  execFileSync("npm", ["install", "--no-audit", "--no-fund", packageName], {
    cwd: folder,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return join(folder, program);
}

async function startFunction(
  program: string,
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<RuntimeApi> {
  const api = await startRuntimeApi(`arn:aws:lambda:eu-central-1:000000000000:function:latchkey-prod-${name}`);
  const root = join(folder, name);
  (await bundledFunction(name)).write(root);
  const child: ChildProcess = spawn(process.execPath, [program, "lambda.handler"], {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, ...environment },
      ...{ AWS_LAMBDA_RUNTIME_API: api.address, LAMBDA_TASK_ROOT: root, _HANDLER: "lambda.handler" },
      ...{ AWS_LAMBDA_FUNCTION_NAME: `latchkey-prod-${name}`, AWS_LAMBDA_FUNCTION_VERSION: "$LATEST" },
      ...{ AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "512", AWS_LAMBDA_LOG_FORMAT: "JSON" },
      ...{ AWS_LAMBDA_LOG_GROUP_NAME: "/aws/lambda/latchkey-prod", AWS_LAMBDA_LOG_STREAM_NAME: name },
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  stops.push(async () => {
    child.kill("SIGKILL");
    await api.stop();
  });
  return api;
}

/** Returns the response as API Gateway reads it: from the prelude of a stream, or from the JSON of a buffered one. */
function answerOf({ isStreamed, body }: Invoked): { readonly status: number; readonly body: string } {
  if (!isStreamed) {
    const { statusCode, body: text, isBase64Encoded } = JSON.parse(body.toString());
    return { status: statusCode, body: Buffer.from(text, isBase64Encoded ? "base64" : "utf8").toString() };
  }
  const border = body.indexOf(Buffer.alloc(8));
  const { statusCode } = JSON.parse(body.subarray(0, border).toString());
  return { status: statusCode, body: body.subarray(border + 8).toString() };
}
