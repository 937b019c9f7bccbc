import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";
import { changedParameters, parametersIn } from "../../scripts/deployment/changed-parameters.ts";
import { type ParameterFile, parameterFile } from "../../scripts/deployment/parameter-file.ts";
import { declaredParameters, readDeployment } from "../../scripts/deployment/parameters.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";

const root = new URL("../../", import.meta.url);

/** Returns a parameter file with these parameters for any stage. */
const file = (parameters: Readonly<Record<string, string>>): ParameterFile => ({
  read: () => parameters,
  write: () => "stages/prod.yml",
});

/** Runs `npm run deploy` without AWS credentials. */
function deploy(...words: readonly string[]) {
  const program = fileURLToPath(new URL("scripts/deploy.ts", root));
  const env = { PATH: process.env.PATH, HOME: "/nonexistent", AWS_EC2_METADATA_DISABLED: "true" };
  return spawnSync(process.execPath, [program, ...words], { encoding: "utf8", env });
}

test.for([
  [[], "FileMaker Server's address is required"],
  [["--param=fmsUrl=http://fms.example.com"], "fmsUrl must begin with https"],
  [["--param=fmsUrl=https://fms.example.com/fmi"], "fmsUrl must be an address such as"],
  [["--param=fmsURL=https://fms.example.com"], "Unknown parameter fmsURL"],
  [["--param=fmsUrl"], "must have the form name=value"],
  [["--param=fmsUrl=https://fms.example.com", "--param=prefix=A/B"], "prefix must be one path segment"],
  [["--param=fmsUrl=https://fms.example.com", "--param=domain=keys.example.com"], "must be set together"],
  [
    [
      "--param=fmsUrl=https://fms.example.com",
      "--param=domain=keys.example.com",
      "--param=certificateArn=arn:aws:acm:eu-central-1:123456789012:certificate/a",
    ],
    "ACM certificate in us-east-1",
  ],
  [["--param=fmsUrl=https://fms.example.com", "--param=corsOrigins=*"], "corsOrigins must be origins"],
  [["--param=fmsUrl=https://fms.example.com", "--param=corsOrigins=https://a.test/"], "that browsers send"],
  [
    ["--param=fmsUrl=https://fms.example.com", "--param=answerSeconds=5"],
    "answerSeconds must be a whole number from 20",
  ],
  [["--param=fmsUrl=https://fms.example.com", "--param=uploadMaxMb=2 GB"], "uploadMaxMb must be a whole number"],
  [["--param=fmsUrl=https://fms.example.com", "--param=calloutNetworks=10"], "calloutNetworks must hold addresses"],
  [
    ["--param=fmsUrl=https://fms.example.com", "--param=logRetentionDays=31"],
    "logRetentionDays must be a number of days",
  ],
  [["--param=fmsUrl="], "FileMaker Server's address is required"],
  [["--param=fmsUrl=https://fms.example.com", "--param=region="], "The region is required"],
  [["--param=fmsUrl=https://fms.example.com", "--param=region=Frankfurt"], "region must be an AWS region"],
  [["--param=fmsUrl=https://fms.example.com", "--param=encryptionKeys=mine"], "encryptionKeys must have ARNs"],
  [["--param=fmsUrl=https://fms.example.com", "--param=subnetIds=subnet-0a1b2c3d"], "must be set together"],
  [
    [
      "--param=fmsUrl=https://fms.example.com",
      "--param=subnetIds=vpc-0a1b2c3d",
      "--param=securityGroupIds=sg-0a1b2c3d",
    ],
    "subnetIds must have at most 16 ids",
  ],
  [["--param=fmsUrl=https://fms.example.com", "--param=tracing=yes"], "tracing must be true or false"],
  [["--param=fmsUrl=https://fms.example.com", "--param=proxyConcurrency=0"], "proxyConcurrency must be a whole number"],
  [
    ["--param=fmsUrl=https://fms.example.com", "--param=budgetUsd=50"],
    "budgetUsd and budgetEmail must be set together",
  ],
  [
    ["--param=fmsUrl=https://fms.example.com", "--param=alarmTopicArn=arn:aws:sns:us-east-1:123456789012:alarms"],
    "alarmTopicArn must be the ARN of an SNS topic in the stack's region",
  ],
  [
    [
      "--param=fmsUrl=https://fms.example.com",
      "--param=edgeAlarmTopicArn=arn:aws:sns:eu-central-1:123456789012:alarms",
    ],
    "edgeAlarmTopicArn must be the ARN of an SNS topic in us-east-1",
  ],
  [
    [
      "--param=fmsUrl=https://fms.example.com",
      "--param=backupVaultArn=arn:aws:backup:eu-central-1:123456789012:backup-vault:copies",
    ],
    "vault of AWS Backup in another region",
  ],
  [["--froce"], "Unknown option '--froce'"],
] as const)("rejects %j before anything happens", ([words, sentence]) => {
  const read = () => readDeployment(words, file({ region: "eu-central-1" }));
  expect(read).toThrow(SettingRefused);
  expect(read).toThrow(sentence);
});

test("an empty parameter counts as omitted", () => {
  const { parameters, prefix, frameworkArguments } = readDeployment([
    "--param=fmsUrl=https://fms.example.com",
    "--param=prefix=",
    "--param=domain=",
    "--param=region=eu-central-1",
  ]);
  expect(parameters).toEqual({ fmsUrl: "https://fms.example.com", region: "eu-central-1" });
  expect(prefix).toBe("svc");
  expect(frameworkArguments).toEqual([
    "--param=fmsUrl=https://fms.example.com",
    "--param=region=eu-central-1",
    "--stage=prod",
  ]);
});

test("a rejection ends the command with a message and nothing else", () => {
  const { status, stdout, stderr } = deploy();
  expect([status, stderr]).toEqual([2, ""]);
  expect(stdout).toBe('FileMaker Server\'s address is required: --param="fmsUrl=https://fms.example.com"\n');
});

test("has a guide that names every parameter", () => {
  const declared = parse(readFileSync(new URL("serverless.yml", root), "utf8"), { logLevel: "silent" }).params.default;
  const guide = readFileSync(new URL("docs/guides/deploy-on-aws.md", root), "utf8");
  expect(Object.keys(declared).filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

verifies("runtime:aws:offline", "an invalid port ends it with a sentence", async () => {
  const program = fileURLToPath(new URL("node_modules/serverless/bin/serverless.js", root));
  const env = {
    PATH: process.env.PATH,
    HOME: "/nonexistent",
    PORT: "70000",
    SLS_NOTIFICATIONS_MODE: "off",
    SLS_TELEMETRY_DISABLED: "1",
  };
  const child = spawn(process.execPath, [program, "offline"], { cwd: fileURLToPath(root), env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [shown, complained, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  const reported = shown + complained;
  expect(reported).toContain("PORT must be a number from 0 to 65535.");
  expect(status).toBe(1);
});

test("stops if AWS doesn't know the caller", () => {
  const { status, stdout } = deploy("--param=fmsUrl=https://fms.invalid", "--param=region=eu-central-1");
  expect([status, stdout]).toEqual([2, expect.stringContaining("AWS rejected these credentials")]);
});

verifies(
  "runtime:aws:parameters",
  "the parameters of a deployment are kept for the next one, and an argument takes precedence",
  () => {
    const kept = parameterFile(scratchFolder());
    expect(kept.read("prod")).toEqual({});
    const given = ["fmsUrl=https://fms.example.com", "region=eu-west-1", "answerSeconds=90"].map(
      (text) => `--param=${text}`,
    );
    kept.write("prod", readDeployment(given, kept).parameters);
    const again = readDeployment(["--param=answerSeconds=60"], kept);
    expect([again.region, again.parameters.answerSeconds]).toEqual(["eu-west-1", "60"]);
    // Every stage has a separate file.
    expect(() => readDeployment(["--stage=test"], kept)).toThrow("address is required");
  },
);

const deployed = parametersIn({
  Latchkey: { Parameters: { ...declaredParameters, fmsUrl: "https://fms.example.com", domain: "keys.example.com" } },
});

verifies("runtime:aws:parameters", "a parameter of the stack that is no longer given is rejected", () => {
  const wanted = readDeployment(["--param=fmsUrl=https://fms.example.com", "--param=region=eu-central-1"], file({}));
  const change = () => changedParameters(wanted, deployed);
  expect(change).toThrow(SettingRefused);
  expect(change).toThrow('domain is keys.example.com there: add --param="domain=keys.example.com", or "domain="');
});

verifies("runtime:aws:parameters", "changes are listed, including parameters set to nothing", () => {
  const given = ["fmsUrl=https://new.example.com", "region=eu-central-1", "domain="].map((text) => `--param=${text}`);
  expect(changedParameters(readDeployment(given, file({})), deployed)).toEqual([
    "fmsUrl: https://fms.example.com → https://new.example.com",
    "domain: keys.example.com → nothing",
  ]);
});
