import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { afterAll, expect, test } from "vitest";
import { startS3 } from "../../sandbox/s3/server.ts";
import type { ConsoleObject } from "../../scripts/console/built-console.ts";
import { uploadConsole } from "../../scripts/console/upload-console.ts";

const account = { accessKeyId: "AKIADEPLOY", secretAccessKey: "a secret of its own" };
const region = "eu-central-1";
const folder = mkdtempSync(join(tmpdir(), "latchkey-console-"));
const calls: string[] = [];
const s3 = await startS3({ folder, ...account, region, buckets: ["console", "deployed"] });
s3.faults.decide = ({ method, url }) => {
  calls.push(`${method} ${url.split("?")[0]}`);
  return undefined;
};
const client = new S3Client({ endpoint: s3.origin, region, credentials: account, forcePathStyle: true });

/** Response of STS, CloudFormation and CloudFront, limited to what a deployment reads. */
const stackXml = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>latchkey-prod</StackName><Outputs>
<member><OutputKey>ConsoleBucket</OutputKey><OutputValue>deployed</OutputValue></member>
<member><OutputValue>E1DISTRIBUTION</OutputValue><OutputKey>DistributionId</OutputKey></member>
<member><OutputKey>Address</OutputKey><OutputValue>https://keys.example.com</OutputValue></member>
</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
const asked: { readonly url: string; readonly body: string; readonly authorization: string }[] = [];
let invalidationStatus = 201;
const services = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { authorization = "" } = request.headers;
  asked.push({ url: String(request.url), body, authorization });
  calls.push(`${request.method} ${request.url}`);
  if (request.url?.includes("/invalidation")) {
    response
      .writeHead(invalidationStatus)
      .end("<ErrorResponse><Error><Message>Not now</Message></Error></ErrorResponse>");
    return;
  }
  const isStack = body.includes("DescribeStacks");
  const identity =
    "<GetCallerIdentityResponse><GetCallerIdentityResult><Account>123456789012</Account></GetCallerIdentityResult></GetCallerIdentityResponse>";
  response.writeHead(200, { "content-type": "text/xml" }).end(isStack ? stackXml : identity);
});
services.listen(0, "127.0.0.1");
await once(services, "listening");
const servicesOrigin = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
afterAll(async () => {
  client.destroy();
  services.close();
  await s3.close();
  rmSync(folder, { recursive: true });
});

const file = (name: string, text = name): ConsoleObject => ({
  name,
  bytes: Buffer.from(text),
  contentType: "text/javascript; charset=utf-8",
  cacheControl: name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
});
const namesIn = async (Bucket: string) =>
  ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key }) => Key);
const upload = (...objects: readonly ConsoleObject[]) =>
  uploadConsole({
    client,
    bucket: "console",
    objects,
    forget: async (paths) => void calls.push(`forget ${paths.join(" ")}`),
  });

test("the page is uploaded after everything it loads, and its cached copies are invalidated last", async () => {
  calls.length = 0;
  await upload(file("index.html"), file("assets/a-1.js"), file("config.json"), file("assets/b-1.js"));
  expect(calls).toEqual([
    "GET /console/",
    "PUT /console/assets/a-1.js",
    "PUT /console/assets/b-1.js",
    "PUT /console/config.json",
    "PUT /console/index.html",
    "PUT /console/assets.json",
    "forget / /config.json /index.html",
  ]);
  const { ContentType, CacheControl } = await client.send(
    new HeadObjectCommand({ Bucket: "console", Key: "assets/a-1.js" }),
  );
  expect([ContentType, CacheControl]).toEqual([
    "text/javascript; charset=utf-8",
    "public, max-age=31536000, immutable",
  ]);
});

test("existing files aren't sent again, and files that two builds no longer use are deleted last", async () => {
  await client.send(new PutObjectCommand({ Bucket: "console", Key: "other.txt", Body: "of another program" }));
  calls.length = 0;
  expect(await upload(file("index.html"), file("assets/b-1.js"), file("assets/c-1.js"))).toEqual({
    sent: ["assets/c-1.js", "index.html"],
    removed: [],
  });
  // Pages of the previous build are still open.
  expect(await namesIn("console")).toContain("assets/a-1.js");
  // The same build again doesn't count as a new one.
  await upload(file("index.html"), file("assets/b-1.js"), file("assets/c-1.js"));
  expect(await namesIn("console")).toContain("assets/a-1.js");
  calls.length = 0;
  expect(await upload(file("index.html"), file("assets/c-1.js"))).toEqual({
    sent: ["index.html"],
    removed: ["assets/a-1.js"],
  });
  expect(calls.at(-1)).toBe("POST /console/");
  expect(await namesIn("console")).toEqual([
    "assets.json",
    "assets/b-1.js",
    "assets/c-1.js",
    "config.json",
    "index.html",
    "other.txt",
  ]);
});

test("an interrupted upload leaves the old page and its files", async () => {
  s3.faults.decide = ({ method, url }) =>
    method === "PUT" && url.includes("index.html") ? { error: "AccessDenied" } : undefined;
  await expect(upload(file("index.html", "new"), file("assets/d-1.js"))).rejects.toThrow();
  s3.faults.decide = ({ method, url }) => void calls.push(`${method} ${url.split("?")[0]}`) as undefined;
  const page = await client.send(new GetObjectCommand({ Bucket: "console", Key: "index.html" }));
  expect(await page.Body?.transformToString()).toBe("index.html");
  expect(await namesIn("console")).toContain("assets/c-1.js");
});

/** Runs the command as an administrator would, in a separate process, because it reads the environment. */
async function deploy(...words: readonly string[]) {
  const program = fileURLToPath(new URL("../../scripts/deploy.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    [program, "--param=fmsUrl=https://fms.invalid", "--param=region=eu-central-1", ...words],
    {
      env: {
        PATH: process.env.PATH,
        HOME: "/nonexistent",
        AWS_ACCESS_KEY_ID: account.accessKeyId,
        AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
        AWS_ENDPOINT_URL_S3: s3.origin,
        AWS_ENDPOINT_URL_STS: servicesOrigin,
        AWS_ENDPOINT_URL_CLOUDFORMATION: servicesOrigin,
        AWS_ENDPOINT_URL_CLOUDFRONT: servicesOrigin,
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let reported = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (reported += text));
  const [code] = await once(child, "close");
  return { code, said: reported };
}

test("npm run deploy uploads the built console to the bucket that the stack names", async () => {
  const { code, said } = await deploy("--only-console", "--param=prefix=keys");
  expect(code, said).toBe(0);
  expect(said).toContain("Deploying to account 123456789012, eu-central-1.");
  expect(said).toMatch(/Console: (\d+) of \1 files uploaded, 0 old ones deleted\./);
  expect(said).toContain("Its address is https://keys.example.com/.");
  const names = await namesIn("deployed");
  expect(names).toEqual(expect.arrayContaining(["index.html", "config.json", "favicon.svg", "assets.json"]));
  expect(names.filter((name) => name?.includes(".vite"))).toEqual([]);
  const config = await client.send(new GetObjectCommand({ Bucket: "deployed", Key: "config.json" }));
  expect(JSON.parse((await config.Body?.transformToString()) ?? "")).toEqual({
    prefix: "keys",
    product: "Latchkey",
    waitsForDownloads: true,
  });
  expect([config.CacheControl, config.ContentType]).toEqual(["no-cache", "application/json; charset=utf-8"]);
  const page = await client.send(new HeadObjectCommand({ Bucket: "deployed", Key: "index.html" }));
  expect([page.CacheControl, page.ContentType]).toEqual(["no-cache", "text/html; charset=utf-8"]);

  const [identity, stack, invalidation] = asked;
  expect(identity?.body).toContain("GetCallerIdentity");
  expect(stack?.body).toBe("Action=DescribeStacks&Version=2010-05-15&StackName=latchkey-prod");
  expect(stack?.authorization).toContain("/eu-central-1/cloudformation/aws4_request");
  expect(invalidation?.url).toBe("/2020-05-31/distribution/E1DISTRIBUTION/invalidation");
  expect(invalidation?.body).toContain("<Quantity>4</Quantity><Items><Path>/</Path>");
  expect(invalidation?.body).toContain("<Path>/index.html</Path>");
  expect(invalidation?.authorization).toContain("/us-east-1/cloudfront/aws4_request");
  expect(said).not.toContain(account.secretAccessKey);
});

test("a service error ends the deployment with its own message", async () => {
  invalidationStatus = 503;
  const { code, said } = await deploy("--only-console", "--stage=test");
  expect(code).not.toBe(0);
  expect(said).toContain("cloudfront responded with HTTP 503: Not now");
  expect(asked.map(({ body }) => body).join("\n")).toContain("StackName=latchkey-test");
});
