import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { scheduling } from "#shared/contract/values/release-shapes.ts";
import { StartResult } from "../contract.ts";
import { DeploymentRequest, SecretsOf } from "../request/contract.ts";

const Name = z.string().trim().min(1).max(100).describe("Name of the recipe.");
const Version = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const RecipeId = z.coerce.number().pipe(Id).describe("ID of the recipe.");

const row = {
  id: Id.describe("ID of the recipe."),
  name: Name,
  version: Version.describe("Version. Increases with every change."),
  partCount: z.int().min(1).describe("Number of parts."),
  files: z.array(z.string()).describe("Hosted files that it deploys."),
  createdAt: Timestamp.describe("Creation time."),
  updatedAt: Timestamp.describe("Time of the last change."),
  savedBy: z.string().describe("User who saved it last."),
};

/** Saved deployment that can be run repeatedly. */
export const Recipe = z.object({
  ...row,
  request: z
    .record(z.string(), z.unknown())
    .describe("The request of `POST /svc/api/deployment`, with masked secrets."),
});
export type Recipe = z.infer<typeof Recipe>;

const saved = {
  name: Name,
  request: DeploymentRequest.describe(
    "The request of `POST /svc/api/deployment`. Without a `label`, its runs get the name of the recipe.",
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
    summary: "List recipes",
    access: "admin",
    input: z.object({}),
    output: z.object({ recipes: z.array(z.object(row)).describe("All recipes, oldest first. There are at most 200.") }),
    errors: [],
    example: { output: { recipes: [rowExample] } },
  },
  createRecipe: {
    method: "POST",
    path: "/svc/api/deployment/recipes",
    summary: "Save a deployment as a recipe",
    description: "Secrets are stored encrypted and never returned. A run uses the account of its caller.",
    access: "admin",
    input: z.object({ ...saved, secretsOf: SecretsOf.optional() }),
    output: z.object({ recipe: Recipe.describe("The saved recipe.") }),
    changes: (_input: unknown, output?: { readonly recipe: { readonly id: number } }) =>
      output && `recipe:${output.recipe.id}`,
    errors: ["recipe_limit", "recipe_not_found", "deployment_not_found", ...saveErrors],
    example: { input: { name: "Release", request: requestExample }, output: { recipe: example } },
  },
  readRecipe: {
    method: "GET",
    path: "/svc/api/deployment/recipes/{id}",
    summary: "Get a recipe",
    access: "admin",
    input: z.object({ id: RecipeId }),
    output: z.object({ recipe: Recipe.describe("The recipe.") }),
    errors: ["recipe_not_found"],
    example: { input: { id: 3 }, output: { recipe: example } },
  },
  changeRecipe: {
    method: "PUT",
    path: "/svc/api/deployment/recipes/{id}",
    summary: "Update a recipe",
    description:
      "Replaces the whole recipe. A masked secret keeps the stored value if server, account and file are the same. " +
      "With `version`, the update fails if the recipe changed since that version.",
    access: "admin",
    input: z.object({
      id: RecipeId,
      ...saved,
      version: Version.optional().describe("The version that you read. If omitted, the recipe is always replaced."),
    }),
    output: z.object({ recipe: Recipe.describe("The updated recipe.") }),
    changes: ofRecipe,
    errors: ["recipe_not_found", "recipe_changed", ...saveErrors],
    example: { input: { id: 3, name: "Release", request: requestExample }, output: { recipe: example } },
  },
  deleteRecipe: {
    method: "DELETE",
    path: "/svc/api/deployment/recipes/{id}",
    summary: "Delete a recipe",
    description: "Deployments that it started stay. Recipes that a schedule runs can't be deleted.",
    access: "admin",
    input: z.object({ id: RecipeId }),
    output: z.object({ ok: z.boolean().describe("Always true.") }),
    changes: ofRecipe,
    errors: ["recipe_not_found", "recipe_scheduled"],
    example: { input: { id: 3 }, output: { ok: true } },
  },
  runRecipe: {
    method: "POST",
    path: "/svc/api/deployment/recipes/{id}/run",
    summary: "Run a recipe",
    access: "admin",
    input: z.object({
      id: RecipeId,
      rehearse: z.boolean().optional().describe("True for a rehearsal only. Default: the setting of the recipe."),
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
