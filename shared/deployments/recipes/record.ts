import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";

/** Stored recipe, without its request. Timestamps are milliseconds since the epoch. */
export const RecipeRecord = storedRecord("deployments/recipes/recipe", 1, {
  id: z.int(),
  name: z.string(),
  partCount: z.int(),
  /** Full names of the hosted files in the recipe. */
  files: z.array(z.string()),
  /** Offsite locations that its files come from or go to. */
  locations: z.array(z.string()).default([]),
  /** Builds in the inbox that its files come from. */
  builds: z.array(z.string()).default([]),
  createdAt: z.number(),
  updatedAt: z.number(),
  savedBy: z.string(),
});
export type RecipeRecord = Readonly<z.infer<typeof RecipeRecord>>;
