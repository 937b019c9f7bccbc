import { afterAll } from "vitest";
import { Stopping } from "../../local-agent/tasks/stopping.ts";
import type { NoteWatch } from "../../local-agent/tasks/task-journal.ts";
import type { AnAgent } from "../agent/support/an-agent.ts";
import { aFile, aReleaseSetup, type ReleaseSetup } from "../builds/support/a-release-setup.ts";
import { testService } from "../support/test-service.ts";
import type { Prepare, Prepared } from "./preparations.ts";

interface Deployed {
  readonly batchId: number;
  readonly subDeploymentIds: readonly number[];
  readonly processIds: readonly number[];
}

/** Deployment that replaces a hosted file by another file of the same host. */
const replacing = {
  label: "Release 12",
  deployments: [
    {
      source: { type: "local", fileNames: ["Source"] },
      fileOperations: [{ operation: "replace", source: { fileName: "Source" }, target: { fileName: "Contacts" } }],
    },
  ],
};
const nextYear = { scheduled: true, timestamp: "2027-11-20T09:15:02.114Z" };

/**
 * Returns the preconditions of the deployment examples: a server whose files are on disk, with an agent. The server is started for the
 * first example.
 */
export function deploymentPreparations(): Readonly<Record<string, Prepare>> {
  let started: Promise<{ readonly server: ReleaseSetup; readonly key: string }> | undefined;
  let agent: AnAgent | undefined;
  afterAll(async () => (await started)?.server.stop());
  const start = async () => {
    const files = [aFile("Contacts", { records: 1 }), aFile("Source", { script: "After" })];
    const server = await aReleaseSetup(testService, "production", files, false);
    return { server, key: await server.service.anAdminKey() };
  };
  const begun = async () => {
    started ??= start();
    return started;
  };
  const withAgent = async () => {
    const { server } = await begun();
    agent ??= await server.agent();
    return server;
  };
  /** Removes the agent, without any tasks that another agent would continue. */
  const withoutAgent = async () => {
    const { server } = await begun();
    if (agent === undefined) return server;
    const { deployments } = (await server.get("deployment")).body.response;
    for (const { status, process_id } of deployments)
      if (["running", "queued"].includes(status)) await server.ended(process_id);
    await agent.stop();
    agent = undefined;
    return server;
  };

  const deployed = async (server: ReleaseSetup, more: object = {}): Promise<Deployed> => {
    const { status, text, body } = await server.post("deployment", { ...replacing, ...more });
    if (status !== 200) throw new Error(text);
    return body.response;
  };
  const there = async (names: Readonly<Record<string, string>>): Promise<Prepared> => {
    const { server, key } = await begun();
    return { ADMIN_KEY: key, BASE_URL: server.service.baseUrl, names };
  };
  const ofPart = ({ subDeploymentIds: [id] }: Deployed) =>
    there({ "/deployment/5": `/deployment/${id}`, '"id":5': `"id":${id}`, '"id": 5': `"id": ${id}` });
  const ofWhole = ({ batchId: id }: Deployed) =>
    there({ "/batches/3": `/batches/${id}`, '"id":3': `"id":${id}`, '"id": 3': `"id": ${id}` });

  const kept = async () => {
    const { status, text, body } = await (await begun()).server.post("deployment/recipes", {
      name: "Release",
      request: replacing,
    });
    if (status !== 200) throw new Error(text);
    return there({ "/recipes/3": `/recipes/${body.response.recipe.id}` });
  };

  const planned = async () => deployed((await begun()).server, nextYear);
  const done = async () => {
    const server = await withAgent();
    const deployment = await deployed(server);
    for (const id of deployment.processIds) await server.ended(id);
    return deployment;
  };
  /** Creates a deployment that waits for its agent. */
  const waiting = async () => deployed(await withoutAgent());
  /** Creates a deployment whose agent has stopped halfway, and was replaced by another agent without its journal. */
  const crashed = async () => {
    const server = await withoutAgent();
    const stopped = Promise.withResolvers<void>();
    const noteWatch: NoteWatch = async (_when, note) => {
      // From here on, its files are closed.
      if (note.note !== "step" || note.name !== "clock" || note.state !== "begun") return;
      stopped.resolve();
      throw new Stopping();
    };
    const dying = await server.agent({ noteWatch });
    const deployment = await deployed(server);
    await stopped.promise;
    await dying.stop();
    await withAgent();
    for (const id of deployment.processIds) await server.ended(id);
    return deployment;
  };

  const plannedPart = async () => ofPart(await planned());
  const plannedWhole = async () => ofWhole(await planned());
  return {
    getDeployment: plannedPart,
    downloadDeploymentDebug: plannedPart,
    deleteDeployment: plannedPart,
    renameDeployment: plannedPart,
    deleteBatch: plannedWhole,
    renameBatch: plannedWhole,
    listBatchParts: plannedWhole,
    rerunDeployment: plannedWhole,
    readRecipe: kept,
    changeRecipe: kept,
    deleteRecipe: kept,
    runRecipe: kept,
    undoDeployment: async () => ofPart(await done()),
    undoWholeDeployment: async () => ofWhole(await done()),
    resumeDeployment: async () => ofPart(await crashed()),
    async planDeployment() {
      await withAgent();
      return there({});
    },
    async abortDeployment() {
      await waiting();
      return there({});
    },
  };
}
