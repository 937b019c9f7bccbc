import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Template } from "../../../sandbox/aws/cloudformation/template.ts";

const project = fileURLToPath(new URL("../../../", import.meta.url));

/** Empty archive that replaces every function's bundle: bundling takes ten times as long, and no role depends on it. */
const emptyZip = Buffer.concat([Buffer.from("PK\u0005\u0006"), Buffer.alloc(18)]);
const withoutBundles: readonly (readonly [string, string])[] = [
  ["\n  - serverless-esbuild\n  - serverless-offline\n", "\n"],
  ["\npackage:\n  individually: true\n", "\npackage:\n  artifact: empty.zip\n"],
];

/**
 * Returns the stack that `npm run package` creates from serverless.yml with these parameters, without the bundles. Uses a separate folder,
 * so that it doesn't interfere with other packaging.
 */
export function packagedTemplate(parameters: Readonly<Record<string, string>> = {}, stage = "prod"): Template {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-template-"));
  try {
    const stack = withoutBundles.reduce(
      (text, [part, instead]) => {
        if (!text.includes(part)) throw new Error(`serverless.yml has changed: it no longer says ${part}`);
        return text.replace(part, instead);
      },
      readFileSync(join(project, "serverless.yml"), "utf8"),
    );
    writeFileSync(join(folder, "serverless.yml"), stack);
    writeFileSync(join(folder, "empty.zip"), emptyZip);
    cpSync(join(project, "package.json"), join(folder, "package.json"));
    for (const name of ["functions", "node_modules", "scripts", "shared"])
      symlinkSync(join(project, name), join(folder, name));
    const { status, stdout, stderr } = spawnSync(
      join(project, "node_modules/.bin/serverless"),
      [
        "package",
        `--stage=${stage}`,
        ...Object.entries({ fmsUrl: "https://fms.invalid", ...parameters }).map(
          ([name, value]) => `--param=${name}=${value}`,
        ),
      ],
      { cwd: folder, encoding: "utf8", env: environment },
    );
    if (status !== 0) throw new Error(`serverless.yml cannot be packaged:\n${stdout}${stderr}`);
    return JSON.parse(readFileSync(join(folder, ".serverless/cloudformation-template-update-stack.json"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const environment = {
  PATH: process.env.PATH,
  HOME: "/nonexistent",
  AWS_EC2_METADATA_DISABLED: "true",
  SLS_NOTIFICATIONS_MODE: "off",
  SLS_TELEMETRY_DISABLED: "1",
};
