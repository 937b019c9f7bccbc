import * as z from "zod";

/** Stored recipe, without its request. Timestamps are milliseconds since the epoch. */
export const RecipeRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  name: z.string(),
  partCount: z.int(),
  /** Full names of the hosted files in the recipe. */
  files: z.array(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
  savedBy: z.string(),
});
export type RecipeRecord = Readonly<z.infer<typeof RecipeRecord>>;
