import type { ErrorEntries } from "#shared/contract/error-entry.ts";

export const recipeErrors = {
  recipe_not_found: {
    code: 19400,
    status: 404,
    sentence: "Recipe not found",
    cause: "The ID is mistyped, or the recipe was deleted.",
    remedy: "List the recipes.",
  },
  recipe_changed: {
    code: 19401,
    status: 412,
    sentence: "The recipe changed since you read it",
    cause: "The `version` isn't the latest one, which the message names.",
    remedy: "Read the recipe again, then repeat the change if you still want it.",
  },
  recipe_limit: {
    code: 19402,
    status: 409,
    sentence: "The limit of 200 recipes is reached",
    cause: "200 recipes are stored.",
    remedy: "Delete recipes that you don't need.",
  },
  recipe_too_long: {
    code: 19403,
    status: 413,
    sentence: "The recipe is too large",
    cause: "It exceeds 200,000 bytes of JSON.",
    remedy: "Split it into several recipes, or include the text files in a build.",
  },
  recipe_scheduled: {
    code: 19404,
    status: 409,
    sentence: "A schedule uses this recipe",
    cause: "The schedules that the message names would fail without it.",
    remedy: "Delete those schedules first.",
  },
  secret_masked: {
    code: 19405,
    status: 400,
    sentence: "Replace ******** with the real secret",
    cause:
      "Responses contain masks instead of secrets. Latchkey doesn't know the secret for this mask, or it belongs to another server, account or file.",
    remedy: "Enter the secret itself.",
  },
} as const satisfies ErrorEntries;
