import * as z from "zod";

/** A recipe as it is stored, without what it asks for. Moments are milliseconds since the epoch. */
export const RecipeRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  name: z.string(),
  partCount: z.int(),
  /** The hosted files that it is about, by their full names. */
  files: z.array(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
  savedBy: z.string(),
});
export type RecipeRecord = Readonly<z.infer<typeof RecipeRecord>>;
