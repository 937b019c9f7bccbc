import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { KeyOfFile } from "#shared/files/contract.ts";
import type { RecipeRecord } from "../recipes/record.ts";
import type { PlannedFile } from "./contract.ts";

/** Object that fails while a file is closed. */
export type Dependent = PlannedFile["usedBy"][number];

interface DependentSchedule {
  readonly id: number;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly shownInput: unknown;
  readonly recipeId: number | null;
}

interface DependentSources {
  readonly keysOf: (filename: string) => readonly KeyOfFile[];
  readonly webhooks: readonly { readonly id: number; readonly label: string; readonly database: string }[];
  readonly schedules: readonly DependentSchedule[];
  readonly recipes: readonly Pick<RecipeRecord, "id" | "files">[];
}

/** Returns a function that lists the dependents of a file: keys that name it, webhooks that write to it, and schedules that use it. */
export function dependentsOf({ keysOf, webhooks, schedules, recipes }: DependentSources) {
  const filesOf = ({ shownInput, recipeId }: DependentSchedule) =>
    recipes.find(({ id }) => id === recipeId)?.files ?? fileNamesIn(shownInput);
  return (filename: string): readonly Dependent[] => {
    const normalized = normalizedDatabaseName(filename);
    const isIt = (name: string) => normalizedDatabaseName(name) === normalized;
    return [
      ...keysOf(filename)
        .filter(({ isAnyDatabase }) => !isAnyDatabase)
        .map(({ id, label }) => ({ kind: "data-key" as const, id, label })),
      ...webhooks
        .filter(({ database }) => isIt(database))
        .map(({ id, label }) => ({ kind: "webhook" as const, id, label })),
      ...schedules
        .filter((schedule) => schedule.isEnabled && filesOf(schedule).some(isIt))
        .map(({ id, name: label }) => ({ kind: "schedule" as const, id, label })),
    ];
  };
}

/** Returns the file names in the input of a schedule, at any depth. */
function fileNamesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "fileName" && typeof inner === "string" ? [inner] : fileNamesIn(inner),
  );
}
