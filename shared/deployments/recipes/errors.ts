import type { ErrorEntries } from "#shared/contract/error-entry.ts";

/** Errors of recipes. */
export const recipeErrors = {
  recipe_not_found: {
    code: 19400,
    status: 404,
    sentence: "There is no such recipe",
    cause: "The id is mistyped, or the recipe was deleted.",
    remedy: "List the recipes to see which there are.",
  },
  recipe_changed: {
    code: 19401,
    status: 412,
    sentence: "The recipe was changed since it was read",
    cause: "The `version` is not the recipe's newest, which the answer names.",
    remedy: "Read the recipe again, and repeat the change if it is still wanted.",
  },
  recipe_limit: {
    code: 19402,
    status: 409,
    sentence: "There are as many recipes as can be kept",
    cause: "200 recipes are stored.",
    remedy: "Delete those that are not needed any more.",
  },
  recipe_too_long: {
    code: 19403,
    status: 413,
    sentence: "The recipe is too long",
    cause: "What it asks for is longer than 200,000 bytes as JSON.",
    remedy: "Divide it into several recipes, or bring text files by a build.",
  },
  recipe_scheduled: {
    code: 19404,
    status: 409,
    sentence: "A schedule runs this recipe",
    cause: "The schedules that the text names would fail without it.",
    remedy: "Delete those schedules first.",
  },
  secret_masked: {
    code: 19405,
    status: 400,
    sentence: "A mask stands where a secret is needed",
    cause:
      "Answers show masks in the place of secrets. What this one stands for is not known, or is for another server, account or file.",
    remedy: "Type the secret in its place.",
  },
} as const satisfies ErrorEntries;
