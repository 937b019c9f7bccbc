import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Table } from "../finding.ts";
import { peakMegabytes } from "../machine/process-reading.ts";
import { type Use, withResources } from "../machine/with-resources.ts";
import { ranSeconds } from "./ran.ts";
import type { ReleasePlan } from "./release-plan.ts";
import { account, packagedAgent, type ReleaseServer, releaseServer } from "./release-server.ts";
import { fillFile, solutionBytes } from "./solution-files.ts";
import type { ReleaseValues } from "./targets.ts";

const build = "release";

/**
 * Measures a server that deploys another server's build, first replacing its files, then migrating them, compared with the parts of the
 * work alone.
 */
export async function deploying(use: Use, plan: ReleasePlan, directory: string): Promise<Deploying> {
  const agentProgram = await packagedAgent(directory);
  // A first run loads all code and allocates its buffers.
  const first = { ...plan, files: 1, megabytesPerFile: 1, passingGigabytes: 0 };
  await withResources((useOnce) => deployed(useOnce, first, join(directory, "first"), agentProgram));
  return deployed(use, plan, directory, agentProgram);
}

interface Deploying {
  readonly values: ReleaseValues;
  readonly tables: readonly Table[];
}

async function deployed(use: Use, plan: ReleasePlan, directory: string, agentProgram: string): Promise<Deploying> {
  const sizeBytes = plan.megabytesPerFile * 1_000_000;
  const names = Array.from({ length: plan.files }, (_, index) => `File ${index}`);
  const start = (name: string, status: "NORMAL" | "CLOSED") =>
    releaseServer(use, directory, {
      name,
      files: names.map((file) => ({ name: file, status, sizeBytes })),
      agentProgram,
    });
  // Closed files are copied as they are on disk, with all their bytes.
  const development = await start("development", "CLOSED");
  const production = await start("production", "NORMAL");
  await fillDatabases(development, plan, names);
  const built = await development.call("POST", "build", {
    buildId: build,
    files: names.map((fileName) => ({ fileName, clone: false })),
    compressionLevel: 1,
  });
  await ended(development, built.processId);
  const { key: apiKey } = await development.call("POST", "admin-api-key", { user: "admin", pass: "admin-pass" });
  const source = {
    ...{ type: "otto4", buildId: build, serverUrl: development.address },
    auth: { type: "apiKey", apiKey },
  };
  const deploy = async (operation: (fileName: string) => object) => {
    const deployments = [{ source, fileOperations: names.map(operation) }];
    const started = await production.call("POST", "deployment", { label: "Bench", deployments });
    const { seconds } = await ended(production, started.processIds[0]);
    const part = await production.call("GET", `deployment/${started.subDeploymentIds[0]}`);
    if (part.final_result !== "successful") throw new Error(`The deployment ended: ${part.message}`);
    const toolMs = part.migrations.reduce((sum: number, { durationMs }: { durationMs: number }) => sum + durationMs, 0);
    return { seconds, closedSeconds: part.closed_ms / 1_000, toolSeconds: toolMs / 1_000 };
  };

  const replaced = await deploy((fileName) => ({
    ...{ operation: "replace", source: { fileName }, target: { fileName } },
  }));
  const { downloadUrl } = await development.call("GET", `build/${build}/status?delay=1`);
  const zip = join(directory, "transferred.zip");
  const fetch = () => ranSeconds("curl", ["-sfS", "-o", zip, downloadUrl]);
  const before = await fetch();
  const migrated = await deploy((fileName) => ({
    ...{ operation: "migrate", clone: { fileName, ...account } },
    ...{ dataSource: { fileName, ...account }, target: { fileName } },
  }));
  const transfer = (before + (await fetch())) / 2;
  const unpacked = join(directory, "unpacked");
  const unzip = (await ranSeconds("unzip", ["-q", zip, "-d", unpacked])) + (await ranSeconds("sync", ["-f", unpacked]));
  await rm(unpacked, { recursive: true });
  await moveMore(plan, zip, fetch);

  const parts = transfer + unzip + migrated.toolSeconds;
  const [agents, services] = [
    [development.agentPid, production.agentPid].map(peakMegabytes),
    [development.servicePid, production.servicePid].map(peakMegabytes),
  ];
  return {
    values: {
      wholeDeployment: migrated.seconds / parts,
      closedReplace: replaced.closedSeconds,
      closedMigrate: migrated.closedSeconds - 1.02 * migrated.toolSeconds,
      agentMemory: Math.max(...agents),
      serviceMemory: Math.max(...services),
    },
    tables: [
      {
        title: `A deployment of ${plan.files} files of ${plan.megabytesPerFile} MB from another service`,
        columns: ["", "s"],
        rows: [
          ["replaced: whole", replaced.seconds],
          ["replaced: files are closed", replaced.closedSeconds],
          ["migrated: whole", migrated.seconds],
          ["migrated: files are closed", migrated.closedSeconds],
          ["FMDataMigration alone, all files", migrated.toolSeconds],
          ["transfer alone, by curl", transfer],
          ["`unzip` and `sync` alone", unzip],
        ],
      },
      {
        title: `Peak memory while ${plan.passingGigabytes} GB pass`,
        columns: ["", "development MB", "production MB"],
        rows: [
          ["agent", ...agents],
          ["service", ...services],
        ],
      },
    ],
  };
}

/** Fills the empty space in the sandbox's files. */
async function fillDatabases(server: ReleaseServer, { megabytesPerFile }: ReleasePlan, names: readonly string[]) {
  const content = solutionBytes(20_000_000);
  for (const [index, name] of names.entries())
    await fillFile(server.at("Data", "Databases", `${name}.fmp12`), megabytesPerFile, {
      content,
      start: definitionBytes,
      index,
    });
}

/** Larger than the sandbox's definition of a file with one table. */
const definitionBytes = 65_536;

/** Downloads the build until the planned amount is transferred, including both deployments and two transfers. */
async function moveMore({ passingGigabytes }: ReleasePlan, zip: string, fetch: () => Promise<number>): Promise<void> {
  const file = await open(zip);
  const { size } = await file.stat().finally(() => file.close());
  for (let passed = 4 * size; passed < passingGigabytes * 1e9; passed += size) await fetch();
}

/** Waits for a process, and returns its duration. @throws if it failed */
async function ended(server: ReleaseServer, id: number): Promise<{ readonly seconds: number }> {
  for (;;) {
    const { process } = await server.call("GET", `processes/${id}`);
    if (process.endedAt !== null) {
      if (process.state !== "done") throw new Error(`Process ${id} ended: ${process.state} ${process.reason}`);
      return { seconds: (Date.parse(process.endedAt) - Date.parse(process.startedAt ?? process.createdAt)) / 1_000 };
    }
    await wait(100);
  }
}
