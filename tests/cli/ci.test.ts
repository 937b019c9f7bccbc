import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect } from "vitest";
import { parse } from "yaml";
import * as z from "zod";
import { packedCli } from "../../scripts/cli/packed-cli.ts";
import { fullAccess } from "../builds/support/a-release-setup.ts";
import { contentOf, twoServers } from "../deployments/support/two-servers.ts";
import { inMemory } from "../support/in-memory.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const Text = z.string();
const Action = z.object({
  inputs: z.record(Text, z.object({ default: Text.optional() })),
  // The first step installs the version of Node.js that this test runs with.
  runs: z.object({
    steps: z.tuple(
      [z.object({ uses: z.literal("actions/setup-node@v5"), with: z.object({ "node-version": z.literal("24") }) })],
      z.object({ run: Text, env: z.record(Text, Text) }),
    ),
  }),
});
const Workflow = z.object({
  jobs: z.object({
    release: z.object({
      env: z.object({ DEPLOY: Text }),
      steps: z.array(z.object({ uses: Text, with: z.record(Text, Text).default({}) })),
    }),
  }),
});
const GitLabJobs = z.object({
  release: z.object({ before_script: z.array(Text), script: z.array(Text) }),
});
const action = Action.parse(parse(readFileSync(join(root, "action.yml"), "utf8")));
const guide = readFileSync(join(root, "docs/guides/continuous-integration.md"), "utf8");
const [gitHub = "", gitLab = ""] = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, code]) => code);

const folder = mkdtempSync(join(inMemory(), "latchkey-ci-"));
await packedCli(join(folder, "package"));
execFileSync("npm", ["pack", "--silent", join(folder, "package")], { cwd: folder });
const tarball = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");

const { development, production, auth, stop } = await twoServers((options) => testService(options));
const productionKey = await production.service.anAdminKey();
const migration = {
  operation: "migrate",
  clone: { fileName: "Contacts", ...fullAccess },
  dataSource: { fileName: "Contacts", ...fullAccess },
  target: { fileName: "Contacts" },
};
const source = { type: "service", buildId: "next", serverUrl: development.url, auth };
await production.post("deployment/recipes", {
  name: "Release",
  request: { label: "Release", deployments: [{ source, fileOperations: [migration] }] },
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Programs of GitHub and GitLab's runner. Each keeps its arguments and the comments that it was given. */
const programs = {
  gh: `echo "gh $*" >>"$CALLS"
case "$*" in
  *--paginate*) if [ -e "$COMMENT_FILE" ] && [[ "$*" == *"$(head -n 1 "$COMMENT_FILE")"* ]]; then printf '77\\n78\\n'; fi ;;
  *) for word; do case "$word" in body=@*) cp "\${word#body=@}" "$COMMENT_FILE" ;; esac; done ;;
esac`,
  curl: `echo "curl $*" >>"$CALLS"
for word; do case "$word" in @*) cat "\${word#@}" >>"$CALLS" ;; body=\\<*) cp "\${word#body=<}" "$COMMENT_FILE" ;; esac; done`,
};
mkdirSync(join(folder, "programs"));
for (const [name, code] of Object.entries(programs)) {
  writeFileSync(join(folder, "programs", name), `#!/usr/bin/env bash\nset -e\n${code}\n`);
  chmodSync(join(folder, "programs", name), 0o755);
}
const files = { CALLS: join(folder, "calls"), COMMENT_FILE: join(folder, "comment"), summary: join(folder, "summary") };
const inFile = (file: keyof typeof files): string => readFileSync(files[file], "utf8");
const environment = {
  ...{ CALLS: files.CALLS, COMMENT_FILE: files.COMMENT_FILE, HOME: folder },
  PATH: [join(folder, "programs"), join(folder, "npm/bin"), process.env.PATH].join(":"),
  // A global installation in this folder, without a registry.
  npm_config_prefix: join(folder, "npm"),
  npm_config_cache: join(folder, "cache"),
  npm_config_offline: "true",
};

/** Runs lines in bash, as GitHub and GitLab do. */
function bash(code: string, env: Readonly<Record<string, string>>) {
  const { promise, resolve } = Promise.withResolvers<{ status: number; stdout: string; stderr: string }>();
  const options = { cwd: folder, env: { ...environment, ...env } };
  execFile("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", code], options, (error, stdout, stderr) =>
    resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
  );
  return promise;
}

/** Replaces the expressions of a workflow by their values. */
const evaluated = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) =>
    Text.parse(values[expression], { error: () => expression }),
  );

const values = {
  "vars.DEVELOPMENT_URL": `${development.service.baseUrl}/svc`,
  "secrets.DEVELOPMENT_KEY": auth.apiKey,
  "vars.PRODUCTION_URL": `${production.service.baseUrl}/svc`,
  "secrets.PRODUCTION_KEY": productionKey,
  "secrets.FILE_PASSWORD": fullAccess.password,
  "github.token": "token-of-the-job",
};

/** Runs the steps of the action. `pullRequest` is empty for other events. Returns how the last step ended. */
async function actionRun(given: Readonly<Record<string, string>>, pullRequest: string) {
  expect(Object.keys(given).filter((name) => !(name in action.inputs))).toEqual([]);
  const inputs = Object.entries(action.inputs).map(([name, input]) => [
    `inputs.${name}`,
    name === "package" ? tarball : (given[name] ?? input.default ?? ""),
  ]);
  const all = { ...values, ...Object.fromEntries(inputs), "github.event.pull_request.number": pullRequest };
  let ended = { status: 0, stdout: "", stderr: "" };
  const [, ...steps] = action.runs.steps;
  for (const { run, env } of steps) {
    ended = await bash(run, {
      ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, evaluated(text, all)])),
      ...{ GITHUB_ACTION_PATH: root, GITHUB_REPOSITORY: "example/solution", GITHUB_STEP_SUMMARY: files.summary },
    });
    if (ended.status !== 0) return ended;
  }
  return ended;
}

/** Runs the guide's workflow: each step that uses the action. Returns how they ended. */
async function workflowRun(pullRequest: string) {
  const { env, steps } = Workflow.parse(parse(gitHub)).jobs.release;
  const [, run = "", plan = ""] = /&& '(.+)' \|\| '(.+)' \}\}$/.exec(env.DEPLOY) ?? [];
  const all = { ...values, "env.DEPLOY": pullRequest === "" ? run : plan };
  const ends = [];
  for (const step of steps.filter(({ uses }) => uses.startsWith("example/latchkey@"))) {
    const given = Object.entries(step.with).map(([name, text]) => [name, evaluated(text, all)]);
    ends.push(await actionRun(Object.fromEntries(given), pullRequest));
  }
  return ends;
}

const path = "repos/example/solution/issues";

verifies("cli:ci:deployed", "on GitHub", async () => {
  expect(gitHub.trim().split("\n").length).toBeLessThanOrEqual(15);
  const planned = await workflowRun("12");
  expect(
    planned.map(({ status }) => status),
    planned.at(-1)?.stderr,
  ).toEqual([0, 0]);
  expect(contentOf(production, "Contacts").scripts).toEqual(["Before"]);
  expect(inFile("COMMENT_FILE")).toMatch(
    /^<!-- latchkey \w{16} -->\nExit code 0 .*\n\n {4}latchkey deploy plan --recipe Release\n {4}\n {4}Plan: ready/,
  );
  expect(inFile("summary")).toContain(inFile("COMMENT_FILE"));
  expect(inFile("CALLS")).toContain(`gh api --silent --method POST ${path}/12/comments -F body=@`);

  // The next plan replaces the comment.
  expect((await workflowRun("12")).map(({ status }) => status)).toEqual([0, 0]);
  expect(inFile("CALLS")).toContain(`gh api --silent --method PATCH ${path}/comments/77 -F body=@`);

  const calls = inFile("CALLS");
  const merged = await workflowRun("");
  expect(
    merged.map(({ status }) => status),
    merged.at(-1)?.stderr,
  ).toEqual([0, 0]);
  expect(merged.at(-1)?.stdout).toContain("successful");
  expect(contentOf(production, "Contacts").scripts).toEqual(["After"]);
  expect(inFile("CALLS")).toBe(calls);
});

verifies("cli:ci:deployed", "a command that fails is a comment too, fails the step, and expands nothing", async () => {
  const url = values["vars.PRODUCTION_URL"];
  const command = `deploy plan --recipe '$(touch ${folder}/expanded) \`id\` --> ~~~'`;
  const ended = await actionRun({ url, key: productionKey, command, comment: "true" }, "13");
  expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining("Unknown recipe") });
  expect(inFile("COMMENT_FILE")).toMatch(
    /^<!-- latchkey \w{16} -->\nExit code 2 of this command:\n\n {4}latchkey deploy plan/,
  );
  expect(inFile("COMMENT_FILE")).toContain("    latchkey: Unknown recipe");
  expect(readdirSync(folder)).not.toContain("expanded");
});

verifies("cli:ci:deployed", "on GitLab", async () => {
  const { before_script, script } = GitLabJobs.parse(parse(gitLab)).release;
  expect(gitLab.trim().split("\n").length).toBeLessThanOrEqual(15);
  const lines = [...before_script, ...script].join("\n").replace("latchkey-cli@1", tarball);
  const variables = {
    ...{ DEVELOPMENT_URL: values["vars.DEVELOPMENT_URL"], DEVELOPMENT_KEY: auth.apiKey },
    ...{ PRODUCTION_URL: values["vars.PRODUCTION_URL"], PRODUCTION_KEY: productionKey },
    ...{ FILE_PASSWORD: fullAccess.password, COMMENT_TOKEN: "token-of-the-project" },
    ...{ CI_API_V4_URL: "https://gitlab.example.com/api/v4", CI_PROJECT_ID: "7", CI_MERGE_REQUEST_IID: "3" },
  };
  rmSync(files.CALLS, { force: true });
  const planned = await bash(lines, variables);
  expect(planned.status, planned.stderr).toBe(0);
  expect(inFile("COMMENT_FILE")).toMatch(/^ {4}Plan: /);
  const [call, header] = inFile("CALLS").split("\n");
  expect(call).toMatch(/ https:\/\/gitlab\.example\.com\/api\/v4\/projects\/7\/merge_requests\/3\/notes$/);
  expect([call?.includes("token-of"), header]).toEqual([false, "PRIVATE-TOKEN: token-of-the-project"]);
  const merged = await bash(lines, { ...variables, CI_COMMIT_BRANCH: "main" });
  expect([merged.status, merged.stdout], merged.stderr).toEqual([0, expect.stringContaining("successful")]);
  const failing = await bash(lines.replaceAll("Release", "Unknown"), variables);
  expect(failing.status).toBe(2);
});
