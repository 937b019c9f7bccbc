import type * as z from "zod";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { deployments } from "#shared/deployments/contract.ts";
import { type Arguments, destructiveTool, readTool, type ToolContext } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult, oneResult, pageInput, pageOfAll, pageOutput } from "../pages.ts";
import { doneField, flag, type ResultFields, record, rows, text, texts, whole } from "../result-fields.ts";
import { peopleText, type ShownClient } from "./people.ts";

const listDeployments = apiRoute("listDeployments");
const getDeployment = apiRoute("getDeployment");
const rerunDeployment = apiRoute("rerunDeployment");
const abortDeployment = apiRoute("abortDeployment");
const listRecipes = apiRoute("listRecipes");
const runRecipe = apiRoute("runRecipe");
const listClients = apiRoute("listClients");
const undoDeployment = apiRoute("undoDeployment");
const readRecipe = apiRoute("readRecipe");
const planDeployment = apiRoute("planDeployment");

const deployment = { type: "integer", minimum: 1, description: "id as in list_deployments" } as const;
const logLines = 30;
/** Maximum number of findings in a preview. */
const maxFindings = 10;

const deploymentFields: ResultFields = {
  id: whole("Number for other tools"),
  name: text(),
  state: text("complete and aborted are final"),
  result: text("successful, failed, crashed or aborted; missing until it ends"),
  file_count: whole(),
  started_at: text(),
  updated_at: text(),
  message: text(),
  has_errors: flag(),
  rehearsal: flag(),
  process_id: whole(),
};
const startedOutput: ResultFields = {
  done: doneField,
  process_ids: { type: "array", items: { type: "integer" }, description: "For get_process" },
  deployment_ids: { type: "array", items: { type: "integer" }, description: "For get_deployment" },
};

export const deploymentTools = [
  readTool(
    "deployments",
    "list_deployments",
    {
      title: "List deployments",
      uses: [listDeployments],
      description:
        "Lists the parts of deployments, newest first: id, name, state, result, errors. Use it to find the id of an earlier one.",
      input: pageInput,
      output: pageOutput("deployments", deploymentFields),
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
      description:
        "Returns one part of a deployment: result, each file, the errors and the end of its log. Use it to see why a deployment failed or for how long files were closed.",
      input: { deployment },
      required: ["deployment"],
      output: {
        deployment: record("The part", {
          ...deploymentFields,
          closed_ms: whole("Milliseconds for which files were closed"),
          migrations: rows("Per file", {
            file: text(),
            bytes: whole(),
            durationMs: whole(),
            tablesNotMigrated: whole(),
            fieldsNotMigrated: whole(),
            notMigrated: texts(),
            note: text(),
          }),
        }),
        errors: texts("Errors of its log"),
        log: texts("Last lines of its log, oldest first"),
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
      description:
        "Lists stored deployment recipes, which start_deployment can run: id, name, files. Use it before start_deployment.",
      input: pageInput,
      output: pageOutput("recipes", {
        id: whole("Number for start_deployment"),
        name: text(),
        files: texts(),
        updated_at: text(),
      }),
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
      title: "Start or undo a deployment",
      uses: [
        ...[rerunDeployment, runRecipe, undoDeployment, planDeployment],
        ...[getDeployment, listRecipes, readRecipe, listClients],
      ],
      description:
        "Runs a stored recipe, an earlier deployment again, or restores the files that one replaced (undo): files are closed, replaced and opened. With rehearse, the recipe runs on copies and no file is closed. Returns process_ids. Use it to bring a new version of files into use.",
      input: {
        recipe: { type: "integer", minimum: 1, description: "id as in list_recipes" },
        deployment: { ...deployment, description: "Instead of recipe: id as in list_deployments" },
        undo: {
          ...deployment,
          description: "Instead of recipe: id of a deployment whose replaced files are restored",
        },
        rehearse: { type: "boolean", default: false, description: "Run the recipe on copies. Default: false" },
      },
      output: startedOutput,
    },
    async (given, context) => {
      const { names, what } = await subjectOf(given, context);
      const people = await peopleIn(names, context);
      const plan = await planOf(given, context);
      const closed =
        given.rehearse === true
          ? "No file will be closed"
          : `Files that will be closed and replaced: ${names.join(", ")}`;
      return {
        message: [
          `${given.rehearse === true ? "Rehearse" : "Run"} ${what}. ${closed}.`,
          peopleText(people),
          ...plan.texts,
        ].join(" "),
        state: { files: names, clients: people, verdict: plan.verdict },
      };
    },
    async (given, { api }) => {
      const started = await startedBy(given, { api });
      return doneResult({ process_ids: started.processIds, deployment_ids: started.subDeploymentIds });
    },
  ),
  destructiveTool(
    "deployments",
    "abort_deployment",
    {
      title: "Abort the running deployment",
      uses: [listDeployments, abortDeployment],
      description:
        "Aborts the running deployment if it hasn't started to replace files yet, and undoes its changes. Use it to stop a deployment that was started by mistake.",
      output: { done: doneField },
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

/** Starts what the arguments name. */
async function startedBy(
  { recipe, deployment: earlier, undo, rehearse }: Arguments,
  { api }: Pick<ToolContext, "api">,
) {
  if (recipe !== undefined) return api.call(runRecipe, { id: Number(recipe), rehearse: rehearse === true });
  if (undo !== undefined) return api.call(undoDeployment, { id: Number(undo) });
  return api.call(rerunDeployment, { type: "sub-deployment", id: Number(earlier) });
}

/**
 * Returns the deployment to start.
 * @throws ApiRefused
 */
async function subjectOf(
  { recipe, deployment: earlier, undo, rehearse }: Arguments,
  { api }: Pick<ToolContext, "api">,
) {
  const named = [recipe, earlier, undo].filter((value) => value !== undefined);
  if (named.length !== 1)
    throw new ApiRefused(
      400,
      0,
      "Send exactly one of recipe, deployment and undo. Call list_recipes or list_deployments",
    );
  if (recipe === undefined) {
    if (rehearse === true) throw new ApiRefused(400, 0, "rehearse: only a recipe can be rehearsed. Call list_recipes");
    const found = await api.call(getDeployment, { id: Number(earlier ?? undo) });
    const names = targetsIn(found.deployment_payload);
    return { what: undo === undefined ? `deployment ${found.id} again` : `the undo of deployment ${found.id}`, names };
  }
  const { recipes: all } = await api.call(listRecipes, {});
  const found = all.find(({ id }) => id === recipe);
  if (found === undefined)
    throw new ApiRefused(404, 0, `There is no recipe ${Number(recipe)}. Call list_recipes to see the ids`);
  return { what: `the recipe ${found.name}`, names: found.files };
}

/** Returns the check of a recipe before it runs: its verdict, and what it found in sentences. */
async function planOf({ recipe, rehearse }: Arguments, { api }: Pick<ToolContext, "api">) {
  if (recipe === undefined || rehearse === true) return { verdict: null, texts: [] };
  const { recipe: saved } = await api.call(readRecipe, { id: Number(recipe) });
  const request = saved.request as z.input<(typeof deployments)["planDeployment"]["input"]>;
  try {
    const plan = await api.call(planDeployment, { ...request, secretsOf: { kind: "recipe", id: saved.id } });
    const found = plan.parts.flatMap(({ findings }) => findings.filter(({ level }) => level !== "info"));
    const texts = found.map(
      ({ level, fileName, text: what }) => `${level}: ${fileName === null ? "" : `${fileName}: `}${what}.`,
    );
    return { verdict: plan.verdict, texts: [`Check: ${plan.verdict}.`, ...texts.slice(0, maxFindings)] };
  } catch (thrown) {
    if (!(thrown instanceof ApiRefused)) throw thrown;
    return { verdict: "unknown", texts: [`It couldn't be checked: ${thrown.message}.`] };
  }
}

/** Returns the files that a stored request replaces. */
function targetsIn(payload: unknown): readonly string[] {
  const { fileOperations = [] } = (payload ?? {}) as {
    readonly fileOperations?: readonly { readonly target?: { readonly fileName?: string } }[];
  };
  const names = fileOperations.flatMap(({ target }) => target?.fileName ?? []);
  return [...new Set(names.map(fullDatabaseName))];
}

async function peopleIn(names: readonly string[], { api }: Pick<ToolContext, "api">): Promise<readonly ShownClient[]> {
  const { clients } = await api.call(listClients, {});
  const wanted = new Set(names.map(normalizedDatabaseName));
  return clients
    .filter(({ files: open }) => open.some(({ filename }) => wanted.has(normalizedDatabaseName(filename))))
    .map(({ id, kind, userName }) => ({ id, kind, user: userName }));
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
