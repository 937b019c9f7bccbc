import type { Platform } from "../../../functions/platform.ts";
import { releaseLimits } from "../../../functions/settings/limits.ts";
import { readLocalSettings } from "../../../functions/settings/local.ts";
import type { AgentOptions } from "../../agent/support/an-agent.ts";
import { aFile, aReleaseSetup, type ReleaseSetup } from "../../builds/support/a-release-setup.ts";
import type { TestService, TestServiceOptions } from "../../support/test-service.ts";

/** Server on which builds are made, and server to which they are deployed, each with its own FileMaker Server. */
export interface TwoServers {
  readonly development: ReleaseSetup;
  readonly production: ReleaseSetup;
  /** Admin API key of the development server, as a source's `auth`. */
  readonly auth: { readonly type: "apiKey"; readonly apiKey: string };
  /** Starts a deployment on the production server, and returns the final state of its parts. */
  deployed(json: object): Promise<DeployedParts>;
  /** Returns the final state of the parts of a started deployment. */
  ends(started: {
    readonly subDeploymentIds: readonly number[];
    readonly processIds: readonly number[];
  }): Promise<DeployedParts>;
  stop(): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields of the answer
type Row = any;

interface DeployedParts {
  readonly batchId: number;
  readonly ids: readonly number[];
  readonly parts: readonly Row[];
}

/** Scripts that run before and after deployments. */
const scripts = [
  { name: "Before", steps: [{ text: "Before" }] },
  { name: "Prove before", steps: [{ document: { name: "otto-predeploy-result.txt", text: "done\r\n" } }] },
  { name: "Fail", steps: [{ error: 500 }] },
  { name: "Wait", steps: [{ delayMs: 3_600_000 }] },
];

/** Limits without settings. */
export const usualLimits: Platform["releaseLimits"] = releaseLimits(readLocalSettings({}));

/** Sets up both servers. `new`: additional content of the development server's files. `sourceAgent`: state of its agent. */
export async function twoServers(
  start: (options: TestServiceOptions) => Promise<TestService>,
  releaseLimits = usualLimits,
  sourceAgent: AgentOptions = {},
): Promise<TwoServers> {
  const newFiles = [
    aFile("Contacts", { script: "After", records: 1, fields: ["name", "phone"] }),
    withPhoto(aFile("Orders", { script: "After", records: 1 }), "new.txt"),
    aFile("Fresh", { script: "After", records: 2 }),
    { ...aFile("Waiting"), scripts: [{ name: "Wait", steps: [{ delayMs: 3_600_000 }] }] },
  ];
  const development = await aReleaseSetup(start, "development", newFiles, false);
  await development.agent(sourceAgent);
  const files = [
    aFile("Contacts", { records: 3 }),
    withPhoto(aFile("Orders", { records: 2 }), "old.txt"),
    { ...aFile("Other", { records: 1 }), scripts },
  ];
  const production = await aReleaseSetup(start, "production", files, true, { releaseLimits });
  const auth = { type: "apiKey", apiKey: await development.service.anAdminKey() } as const;

  const ends: TwoServers["ends"] = async ({ subDeploymentIds: ids, processIds, ...started }) => {
    for (const id of processIds) await production.ended(id);
    const parts: Row[] = [];
    for (const id of ids) parts.push(await finalRow(production, id));
    return { batchId: (started as Row).batchId, ids, parts };
  };

  return {
    development,
    production,
    auth,
    ends,
    async deployed(json) {
      const started = await production.post("deployment", json);
      if (started.status !== 200) throw new Error(`HTTP ${started.status} ${JSON.stringify(started.body)}`);
      return ends(started.body.response);
    },
    async stop() {
      await development.stop();
      await production.stop();
    },
  };
}

async function finalRow(server: ReleaseSetup, id: number): Promise<Row> {
  for (;;) {
    const row = (await server.get(`deployment/${id}`)).body.response;
    if (row.final_result !== null) return row;
    await server.service.clock.sleep(20);
  }
}

/** Returns a file with a container whose data is stored externally. */
export function withPhoto(file: ReturnType<typeof aFile>, name: string): ReturnType<typeof aFile> {
  const photo = { name: "photo", type: "container", containerStorage: "open" } as const;
  const tables = (file.tables ?? []).map((table) => ({
    ...table,
    fields: [...(table.fields ?? []), photo],
    records: (table.records ?? []).map((record) => ({
      ...record,
      values: { ...record.values, photo: { file: name, text: name } },
    })),
  }));
  return { ...file, tables };
}

/** Returns the content of a file on disk: its scripts, fields and records. */
export function contentOf(server: ReleaseSetup, file: string) {
  const definition = server.onDisk(file).definition;
  const [table] = definition?.tables ?? [];
  return {
    scripts: definition?.scripts.map((script) => ("name" in script ? script.name : "")),
    fields: table?.fields.map(({ name }) => name),
    records: table?.records.flatMap(({ values }) => values.name),
  };
}
