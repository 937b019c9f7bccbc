import { destructiveTool, readTool, type ToolContext } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";

const listDeployments = apiRoute("listDeployments");
const getDeployment = apiRoute("getDeployment");
const rerunDeployment = apiRoute("rerunDeployment");
const abortDeployment = apiRoute("abortDeployment");
const listRecipes = apiRoute("listRecipes");
const runRecipe = apiRoute("runRecipe");
const listClients = apiRoute("listClients");

const deployment = { type: "integer", minimum: 1, description: "id as in list_deployments" } as const;
const logLines = 30;

export const deploymentTools = [
  readTool(
    "deployments",
    "list_deployments",
    {
      title: "List deployments",
      uses: [listDeployments],
      description: "Lists the parts of deployments, newest first: id, name, state, result, errors.",
      input: pageInput,
      output: pageOutput("deployments"),
    },
    async (given, context) => {
      const { deployments: found } = await context.api.call(listDeployments, {});
      return pageOfAll("deployments", found.map(summaryOf), given, context);
    },
  ),
  readTool(
    "deployments",
    "get_deployment",
    {
      title: "Get a deployment",
      uses: [getDeployment],
      description: "Returns one part of a deployment: result, each file, the errors and the end of its log.",
      input: { deployment },
      required: ["deployment"],
      output: {
        deployment: { type: "object" },
        errors: { type: "array", items: { type: "string" } },
        log: { type: "array", items: { type: "string" } },
      },
      openWorld: true,
    },
    async ({ deployment: id }, { api }) => {
      const found = await api.call(getDeployment, { id: Number(id) });
      const lines = found.log.map(({ level, phase, message }) => ({ level, text: `${level} ${phase}: ${message}` }));
      return oneResult({
        deployment: { ...summaryOf(found), closed_ms: found.closed_ms, migrations: found.migrations },
        errors: lines.filter(({ level }) => level === "error").map(({ text }) => text),
        log: lines.slice(-logLines).map(({ text }) => text),
      });
    },
  ),
  readTool(
    "deployments",
    "list_recipes",
    {
      title: "List recipes",
      uses: [listRecipes],
      description: "Lists stored deployment recipes, which start_deployment can run: id, name, files.",
      input: pageInput,
      output: pageOutput("recipes"),
    },
    async (given, context) => {
      const { recipes: found } = await context.api.call(listRecipes, {});
      const rows = found.map(({ id, name, files: names, updatedAt }) => ({
        id,
        name,
        files: names,
        updated_at: updatedAt,
      }));
      return pageOfAll("recipes", rows, given, context);
    },
  ),
  destructiveTool(
    "deployments",
    "start_deployment",
    {
      title: "Start a deployment",
      uses: [rerunDeployment, runRecipe, getDeployment, listRecipes, listClients],
      description:
        "Runs a stored recipe, or an earlier part of a deployment again: files are closed, replaced and opened. With rehearse, the recipe runs on copies and no file is closed. Returns process_ids.",
      input: {
        recipe: { type: "integer", minimum: 1, description: "id as in list_recipes" },
        deployment: { ...deployment, description: "Instead of recipe: id as in list_deployments" },
        rehearse: { type: "boolean", default: false, description: "Run the recipe on copies. Default: false" },
      },
      output: {
        done: { type: "boolean" },
        process_ids: { type: "array", items: { type: "integer" } },
        deployment_ids: { type: "array", items: { type: "integer" } },
      },
    },
    async (given, context) => {
      const { names, what } = await subjectOf(given, context);
      const people = await peopleIn(names, context);
      const closed =
        given.rehearse === true
          ? "No file will be closed"
          : `Files that will be closed and replaced: ${names.join(", ")}`;
      return {
        message: `${given.rehearse === true ? "Rehearse" : "Run"} ${what}. ${closed}. ${people.length} clients have these files open.`,
        state: { files: names, clients: people },
      };
    },
    async (given, { api }) => {
      const { recipe, deployment: earlier, rehearse = false } = given;
      const started =
        recipe === undefined
          ? await api.call(rerunDeployment, { type: "sub-deployment", id: Number(earlier) })
          : await api.call(runRecipe, { id: Number(recipe), rehearse: rehearse === true });
      return doneResult({ process_ids: started.processIds, deployment_ids: started.subDeploymentIds });
    },
  ),
  destructiveTool(
    "deployments",
    "abort_deployment",
    {
      title: "Abort the running deployment",
      uses: [listDeployments, abortDeployment],
      description: "Aborts the running deployment if it hasn't started to replace files yet, and undoes its changes.",
      output: { done: { type: "boolean" } },
    },
    async (_given, { api }) => {
      const { deployments: found } = await api.call(listDeployments, {});
      const running = found.filter(({ running: isRunning }) => isRunning === 1).map(({ id }) => id);
      if (running.length === 0) throw new ApiRefused(409, 0, "No deployment is running. Call list_deployments");
      return { message: `Abort the running deployment ${running.join(", ")}.`, state: { running } };
    },
    async (_given, { api }) => {
      const { success } = await api.call(abortDeployment, {});
      return doneResult({ done: success });
    },
  ),
];

/**
 * Returns the deployment to start.
 * @throws ApiRefused
 */
async function subjectOf(given: Readonly<Record<string, unknown>>, { api }: Pick<ToolContext, "api">) {
  const { recipe, deployment: earlier, rehearse } = given;
  if ((recipe === undefined) === (earlier === undefined))
    throw new ApiRefused(400, 0, "Name either a recipe or an earlier deployment");
  if (recipe === undefined) {
    if (rehearse === true) throw new ApiRefused(400, 0, "Only recipes can be rehearsed");
    const found = await api.call(getDeployment, { id: Number(earlier) });
    return { what: `deployment ${found.id} again`, names: found.migrations.map(({ file }) => file) };
  }
  const { recipes: all } = await api.call(listRecipes, {});
  const found = all.find(({ id }) => id === recipe);
  if (found === undefined) throw new ApiRefused(404, 0, "Recipe not found. Call list_recipes to see the ids");
  return { what: `the recipe ${found.name}`, names: found.files };
}

async function peopleIn(names: readonly string[], { api }: Pick<ToolContext, "api">): Promise<readonly string[]> {
  const { clients } = await api.call(listClients, {});
  return clients
    .filter(({ files: open }) => open.some(({ filename }) => names.includes(filename)))
    .map(({ id, userName }) => `${id} ${userName}`);
}

function summaryOf(found: {
  readonly id: number;
  readonly name: string | null;
  readonly status: string;
  readonly final_result: string | null;
  readonly file_count: number;
  readonly started_at: string | null;
  readonly updated_at: string;
  readonly message: string | null;
  readonly hasErrors: boolean;
  readonly rehearsal: boolean;
  readonly process_id: number;
}) {
  return {
    id: found.id,
    name: found.name,
    state: found.status,
    result: found.final_result,
    file_count: found.file_count,
    started_at: found.started_at,
    updated_at: found.updated_at,
    message: found.message,
    ...(found.hasErrors && { has_errors: true }),
    ...(found.rehearsal && { rehearsal: true }),
    process_id: found.process_id,
  };
}
