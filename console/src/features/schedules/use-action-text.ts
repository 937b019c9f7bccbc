import { useQuery } from "@tanstack/react-query";
import type { Schedule } from "#shared/schedules/contract.ts";
import { reading } from "../../api/query.ts";
import { scheduleMessages as text } from "../../messages/schedules.ts";
import { actionText } from "./schedule-texts.ts";

/** What a schedule does, for people, with the names of recipes where it runs one. */
export function useActionText(schedules: readonly Pick<Schedule, "action">[]): (action: Schedule["action"]) => string {
  const recipes = useQuery({
    ...reading("GET /svc/api/deployment/recipes", {}),
    enabled: schedules.some(({ action }) => action.kind === "recipe"),
  });
  return (action) => {
    if (action.kind !== "recipe") return actionText(action);
    const recipeId = Number(action.input.recipeId);
    return text.runsRecipe(recipes.data?.recipes.find(({ id }) => id === recipeId)?.name ?? text.recipe(recipeId));
  };
}
