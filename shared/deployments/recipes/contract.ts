import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { scheduling } from "#shared/contract/values/release-shapes.ts";
import { StartResult } from "../contract.ts";
import { DeploymentRequest, SecretsOf } from "../request/contract.ts";

const Name = z.string().trim().min(1).max(100).describe("What it is called.");
const Version = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const RecipeId = z.coerce.number().pipe(Id).describe("The number of the recipe.");

const row = {
  id: Id.describe("The number of the recipe."),
  name: Name,
  version: Version.describe("Grows with every change of the recipe."),
  partCount: z.int().min(1).describe("How many parts it has."),
  files: z.array(z.string()).describe("The hosted files that it is about."),
  createdAt: Timestamp.describe("When it was created."),
  updatedAt: Timestamp.describe("When it was changed last."),
  savedBy: z.string().describe("Who saved it last."),
};

/** Saved deployment that can be run repeatedly. */
export const Recipe = z.object({
  ...row,
  request: z
    .record(z.string(), z.unknown())
    .describe("As `POST /svc/api/deployment` takes it, with its secrets masked."),
});
export type Recipe = z.infer<typeof Recipe>;

const saved = {
  name: Name,
  request: DeploymentRequest.describe(
    "As `POST /svc/api/deployment` takes it. Without a `label`, its runs are called as the recipe is.",
  ),
};

const rowExample = {
  id: 3,
  name: "Release",
  version: 2,
  partCount: 1,
  files: ["Contacts.fmp12"],
  createdAt: "2026-11-20T09:15:02.114Z",
  updatedAt: "2026-11-20T09:15:02.114Z",
  savedBy: "account:admin",
};
const requestExample = {
  label: "Release",
  deployments: [
    {
      source: { type: "build_inbox", buildId: "release-12" },
      fileOperations: [
        { operation: "replace", source: { fileName: "Contacts.fmp12" }, target: { fileName: "Contacts.fmp12" } },
      ],
    },
  ],
};
const example = { ...rowExample, request: requestExample };
const ofRecipe = ({ id }: { readonly id: number }) => `recipe:${id}`;
const saveErrors = ["recipe_too_long", "secret_masked", "not_configured", "deployment_too_long"] as const;

/** Recipes: deployments that are saved on the server with their secrets. */
export const recipes = resource({
  listRecipes: {
    method: "GET",
    path: "/svc/api/deployment/recipes",
    summary: "List recipes, the oldest first",
    access: "admin",
    input: z.object({}),
    output: z.object({ recipes: z.array(z.object(row)).describe("All of them: there are 200 at most.") }),
    errors: [],
    example: { output: { recipes: [rowExample] } },
  },
  createRecipe: {
    method: "POST",
    path: "/svc/api/deployment/recipes",
    summary: "Keep a deployment as a recipe",
    description: "Its secrets are kept sealed, and shown to nobody. A run acts for the account of its caller.",
    access: "admin",
    input: z.object({ ...saved, secretsOf: SecretsOf.optional() }),
    output: z.object({ recipe: Recipe.describe("The recipe as it was stored.") }),
    changes: (_input: unknown, output?: { readonly recipe: { readonly id: number } }) =>
      output && `recipe:${output.recipe.id}`,
    errors: ["recipe_limit", "recipe_not_found", "deployment_not_found", ...saveErrors],
    example: { input: { name: "Release", request: requestExample }, output: { recipe: example } },
  },
  readRecipe: {
    method: "GET",
    path: "/svc/api/deployment/recipes/{id}",
    summary: "Read a recipe",
    access: "admin",
    input: z.object({ id: RecipeId }),
    output: z.object({ recipe: Recipe.describe("The recipe.") }),
    errors: ["recipe_not_found"],
    example: { input: { id: 3 }, output: { recipe: example } },
  },
  changeRecipe: {
    method: "PUT",
    path: "/svc/api/deployment/recipes/{id}",
    summary: "Change a recipe",
    description:
      "Replaces the whole recipe. A mask that stands where the recipe has a secret keeps it, for the same server, account and file. " +
      "With `version`, it is changed only if it was not changed since that version was read.",
    access: "admin",
    input: z.object({
      id: RecipeId,
      ...saved,
      version: Version.optional().describe("The version that was read. Left out, whatever is there is replaced."),
    }),
    output: z.object({ recipe: Recipe.describe("The recipe as it is now.") }),
    changes: ofRecipe,
    errors: ["recipe_not_found", "recipe_changed", ...saveErrors],
    example: { input: { id: 3, name: "Release", request: requestExample }, output: { recipe: example } },
  },
  deleteRecipe: {
    method: "DELETE",
    path: "/svc/api/deployment/recipes/{id}",
    summary: "Delete a recipe",
    description: "Deployments that it has started stay. One that a schedule runs is not deleted.",
    access: "admin",
    input: z.object({ id: RecipeId }),
    output: z.object({ ok: z.boolean().describe("It is gone.") }),
    changes: ofRecipe,
    errors: ["recipe_not_found", "recipe_scheduled"],
    example: { input: { id: 3 }, output: { ok: true } },
  },
  runRecipe: {
    method: "POST",
    path: "/svc/api/deployment/recipes/{id}/run",
    summary: "Start the deployment that a recipe keeps",
    access: "admin",
    input: z.object({
      id: RecipeId,
      rehearse: z.boolean().optional().describe("Whether it is only rehearsed. Left out: as the recipe says."),
      ...scheduling,
    }),
    output: StartResult,
    changes: (input: { readonly id: number }, output?: { readonly batchId: number }) =>
      output ? [ofRecipe(input), `deployment:${output.batchId}`] : ofRecipe(input),
    errors: ["recipe_not_found", "not_configured", "account_needed", "deployment_too_long"],
    example: {
      input: { id: 3 },
      output: { started: true, batchId: 3, subDeploymentIds: [5], processIds: [44] },
    },
  },
});
