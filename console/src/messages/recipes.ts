import { recipeMessages as englishRecipeMessages } from "./english/recipes.ts";
import type { Texts } from "./texts.ts";

/** The texts of recipes. They come with the pages that show them. */
export const recipeMessages: Texts<typeof englishRecipeMessages> = englishRecipeMessages;
