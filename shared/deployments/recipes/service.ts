import type { Call } from "#shared/contract/call.ts";
import { callerName } from "#shared/contract/caller-name.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import type { ServiceOf } from "#shared/contract/operation.ts";
import { timestamp } from "#shared/contract/scalars.ts";
import { withKeptSecrets } from "#shared/contract/values/kept-secrets.ts";
import { withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import type { DeploymentRequest } from "../request/contract.ts";
import { type DeploymentStarts, startResult } from "../start-deployment.ts";
import type { Recipe, recipes } from "./contract.ts";
import { buildsOfRequest, checkRequest, filesOfRequest, locationsOfRequest, newRun } from "./rules.ts";
import type { SealedRecipes } from "./sealed-recipes.ts";
import type { Unmasked } from "./secrets-of.ts";
import type { RecipeStore, StoredRecipe } from "./store.ts";

interface RecipeServiceDependencies {
  readonly store: RecipeStore;
  readonly sealed: SealedRecipes;
  readonly unmasked: Unmasked;
  readonly starts: Pick<DeploymentStarts, "start">;
  /** Returns the names of the schedules that run a recipe. */
  readonly schedulesOf: (recipe: number) => Promise<readonly string[]>;
  readonly clock: Clock;
}

const maxRecipes = 200;

export function recipeService(dependencies: RecipeServiceDependencies): ServiceOf<typeof recipes> {
  const { store, sealed, unmasked, starts, schedulesOf, clock } = dependencies;

  const found = async (id: number): Promise<StoredRecipe> => {
    const stored = await store.get(id);
    if (stored === undefined) throw new ServiceError("recipe_not_found");
    return stored;
  };
  const requestOf = async (id: number): Promise<DeploymentRequest> => {
    const request = await sealed.open(id);
    if (request === undefined) throw new ServiceError("recipe_not_found");
    return request;
  };

  /** Returns the stored fields of a recipe, without its number and creation time, and with the user who saves it. */
  const saved = (name: string, request: DeploymentRequest, call: Pick<Call, "caller">) => ({
    ...{ schema: 1 as const, name, partCount: request.deployments.length, files: filesOfRequest(request) },
    locations: locationsOfRequest(request),
    builds: buildsOfRequest(request),
    ...{ updatedAt: clock.now(), savedBy: callerName(call.caller) },
  });

  return {
    async listRecipes() {
      return { recipes: (await store.all()).map(shownRow) };
    },

    async createRecipe({ name, request: given, secretsOf }, call) {
      const request = await unmasked(given, secretsOf);
      checkRequest(request);
      if ((await store.all()).length >= maxRecipes) throw new ServiceError("recipe_limit");
      const id = await store.nextId();
      const record = { ...saved(name, request, call), id, createdAt: clock.now() };
      return { recipe: shown(await store.create(record, await sealed.seal(id, request)), request) };
    },

    async readRecipe({ id }) {
      return { recipe: shown(await found(id), await requestOf(id)) };
    },

    async changeRecipe({ id, name, request: given, version: expected }, call) {
      return retryOnConflict(async () => {
        const { record, version } = await found(id);
        if (expected !== undefined && expected !== version)
          throw new ServiceError("recipe_changed", { response: { version } });
        const request = withKeptSecrets(given, await requestOf(id));
        checkRequest(request);
        const next = { ...record, ...saved(name, request, call) };
        const changed = await store.change(next, await sealed.seal(id, request), version);
        if (changed === undefined) throw new ConditionFailed();
        return { recipe: shown(changed, request) };
      });
    },

    async deleteRecipe({ id }) {
      await found(id);
      const schedules = await schedulesOf(id);
      if (schedules.length > 0) throw new ServiceError("recipe_scheduled", { text: schedules.join(", ") });
      await store.remove(id);
      return { ok: true };
    },

    async runRecipe({ id, rehearse, scheduled, timestamp: at }, call) {
      const { record } = await found(id);
      const run = newRun(record, await requestOf(id));
      const isRehearsal = rehearse ?? run.isRehearsal;
      return startResult(await starts.start({ ...run, isRehearsal, scheduled, timestamp: at }, call));
    },
  };
}

function shownRow({ record, version }: StoredRecipe) {
  const { id, name, partCount, files, createdAt, updatedAt, savedBy } = record;
  const moments = { createdAt: timestamp(createdAt), updatedAt: timestamp(updatedAt) };
  return { id, name, version, partCount, files, ...moments, savedBy };
}

function shown(stored: StoredRecipe, request: DeploymentRequest): Recipe {
  return { ...shownRow(stored), request: withoutSecrets(request) };
}
