import type { Command } from "commander";
import type { Contracts, LatchkeyClient } from "../../client/latchkey-client.ts";
import { type CallFlags, type Context, clientIn, withCallFlags } from "../context.ts";
import { exitCodes, UsageError } from "../exit-codes.ts";
import { jsonObjectIn } from "../json-input.ts";
import { show } from "../output/show.ts";
import { table, visible } from "../output/table.ts";
import { print, type Terminal } from "../terminal.ts";
import { wholeNumber } from "../whole-number.ts";
import { addWaitFlags, type WaitFlags, waitIfAsked } from "./wait.ts";

interface RequestFlags extends CallFlags {
  readonly recipe?: string;
}

type Request = Contracts["deployments"]["planDeployment"]["input"];
type Plan = Contracts["deployments"]["planDeployment"]["output"];
type Started = Contracts["deployments"]["startDeployment"]["output"];

/** Adds `deploy`: the steps of a release in the order in which they are made. */
export function addDeploy(program: Command, context: Context): void {
  const { terminal } = context;
  const { signal } = terminal;
  const deploy = program.command("deploy").description("plan, rehearse, run and undo deployments");

  withRequest(deploy.command("plan").description("check everything that a deployment needs, without changing anything"))
    .addHelpText("after", "\nExits with 1 if the deployment would fail.")
    .action(async (file: string | undefined, flags: RequestFlags) => {
      const client = clientIn(context, flags);
      const plan = await client.deployments.planDeployment(await requestOf(terminal, client, file, flags), { signal });
      if (flags.json || flags.ndjson) show(terminal, plan, flags);
      else print(terminal, planText(plan));
      if (plan.verdict === "blocked") throw new UsageError("The deployment would fail.", exitCodes.failed);
    });

  for (const [name, rehearse, description] of [
    ["rehearse", true, "try a deployment on copies, while everyone keeps working"],
    ["run", false, "close, replace and reopen files"],
  ] as const)
    addWaitFlags(withRequest(deploy.command(name).description(description)), "deployment").action(
      async (file: string | undefined, flags: RequestFlags & WaitFlags) => {
        const client = clientIn(context, flags);
        const { recipe } = flags;
        const started =
          recipe === undefined
            ? await client.deployments.startDeployment(
                { ...(await requestOf(terminal, client, file, flags)), rehearse },
                { signal },
              )
            : await client.recipes.runRecipe({ id: await recipeIdOf(client, recipe, signal), rehearse }, { signal });
        await showStarted(terminal, client, started, flags);
      },
    );

  addWaitFlags(
    withCallFlags(deploy.command("undo").description("restore the files that a deployment replaced")),
    "deployment",
  )
    .argument("<deployment>", "its batchId, from latchkey deploy list", wholeNumber)
    .option("--with-containers", "also restore container data")
    .action(async (id: number, flags: CallFlags & WaitFlags & { readonly withContainers?: boolean }) => {
      const client = clientIn(context, flags);
      const input = { id, transferContainerData: flags.withContainers ?? false };
      await showStarted(terminal, client, await client.deployments.undoWholeDeployment(input, { signal }), flags);
    });

  withCallFlags(deploy.command("list").description("list deployments, newest first"))
    .option("--limit <number>", "number of deployments", wholeNumber, 20)
    .action(async ({ limit, ...flags }: CallFlags & { readonly limit: number }) => {
      const listed = await clientIn(context, flags).deployments.listBatches({ limit }, { signal });
      if (flags.json || flags.ndjson) return show(terminal, listed, flags);
      const rows = listed.batches.map((batch) => ({
        batchId: batch.batchId,
        name: batch.type === "batch" ? batch.label : batch.name,
        status: batch.status,
        result: batch.type === "batch" ? resultOf(batch.deployments) : batch.final_result,
      }));
      show(terminal, { rows }, flags);
    });
}

function withRequest(command: Command): Command {
  return withCallFlags(command)
    .argument("[request]", "JSON of the deployment: a file, or - for standard input")
    .option("--recipe <recipe>", "id or name of a saved recipe, instead of a request");
}

/** Returns the request of a file, or of a recipe with the secrets that are stored with it. @throws UsageError */
async function requestOf(
  terminal: Terminal,
  client: LatchkeyClient,
  file: string | undefined,
  { recipe }: RequestFlags,
): Promise<Request> {
  if ((file === undefined) === (recipe === undefined)) throw new UsageError("Name a request or a --recipe.");
  // The service checks the fields and names the wrong ones.
  if (file !== undefined) return (await jsonObjectIn(terminal, file)) as unknown as Request;
  const id = await recipeIdOf(client, recipe ?? "", terminal.signal);
  const { request } = (await client.recipes.readRecipe({ id }, { signal: terminal.signal })).recipe;
  return { ...request, secretsOf: { kind: "recipe", id } } as unknown as Request;
}

async function recipeIdOf(client: LatchkeyClient, recipe: string, signal: AbortSignal): Promise<number> {
  const { recipes } = await client.recipes.listRecipes({}, { signal });
  const [found, ...others] = recipes.filter(({ id, name }) => String(id) === recipe || name === recipe);
  if (found === undefined)
    throw new UsageError(
      `Unknown recipe "${recipe}". Recipes: ${recipes.map(({ name }) => name).join(", ") || "none"}.`,
    );
  if (others.length > 0) throw new UsageError(`Several recipes are named "${recipe}". Use the id.`);
  return found.id;
}

/** Shows the deployment that was started, and its end if the user waits for it. Fails if a part isn't successful. */
async function showStarted(
  terminal: Terminal,
  client: LatchkeyClient,
  started: Started,
  flags: CallFlags & WaitFlags,
): Promise<void> {
  const { batchId, processIds } = started;
  if (!flags.wait) return show(terminal, flags.json || flags.ndjson ? started : { batchId, processIds }, flags);
  await waitIfAsked(terminal, client, processIds, flags);
  const ended = await client.deployments.listBatchParts({ batchId }, { signal: terminal.signal });
  const rows = ended.deployments.map((part) => ({
    batchId,
    part: part.id,
    name: part.name,
    result: part.final_result,
    closedMilliseconds: part.closed_ms,
    message: part.message,
  }));
  show(terminal, flags.json || flags.ndjson ? ended : { rows }, flags);
  if (resultOf(ended.deployments) !== "successful")
    throw new UsageError(`The deployment ${batchId} wasn't successful.`, exitCodes.processFailed);
}

/** Returns the result of a deployment: that of its first part that isn't successful. Null if a part hasn't ended. */
function resultOf(parts: readonly { readonly final_result: string | null }[]): string | null {
  const unlike = parts.find(({ final_result }) => final_result !== "successful");
  return unlike === undefined ? "successful" : unlike.final_result;
}

function planText({ verdict, parts }: Plan): string {
  const words = { ready: "ready", ask: "ready, with warnings", blocked: "would fail" }[verdict];
  const sections = parts.map(({ name, findings, files, expected }, index) => {
    const shown = files.map(({ fileName, operation, isOpen, people, usedBy }) => ({
      ...{ fileName, operation, isOpen, people: people.length },
      usedBy: usedBy.map(({ kind, id, label }) => label ?? `${kind} ${id}`),
    }));
    const closed = expected === null ? [] : [`Expected time with closed files: ${expected.closedMs} ms`];
    const found = findings.map(({ level, fileName, text }) =>
      visible(`${level}: ${fileName === null ? "" : `${fileName}: `}${text}`),
    );
    return [visible(name ?? `Part ${index + 1}`), table(shown), ...found, ...closed].join("\n");
  });
  return [`Plan: ${words}`, ...sections].join("\n\n");
}
