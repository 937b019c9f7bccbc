import { useQuery } from "@tanstack/react-query";
import type { Schedule } from "#shared/schedules/contract.ts";
import { reading } from "../../api/query.ts";
import { scheduleMessages as text } from "../../messages/english/schedules.ts";
import { actionText } from "./schedule-texts.ts";

/** Returns a function for the readable text of an action, with the names of recipes and of FileMaker Server's schedules. */
export function useActionText(schedules: readonly Pick<Schedule, "action">[]): (action: Schedule["action"]) => string {
  const isThere = (kind: string) => schedules.some(({ action }) => action.kind === kind);
  const recipes = useQuery({ ...reading("GET /svc/api/deployment/recipes", {}), enabled: isThere("recipe") });
  const server = useQuery({ ...reading("GET /svc/api/schedules/filemaker", {}), enabled: isThere("serverSchedule") });
  return (action) => {
    if (action.kind === "recipe") {
      const recipeId = Number(action.input.recipeId);
      return text.runsRecipe(recipes.data?.recipes.find(({ id }) => id === recipeId)?.name ?? text.recipe(recipeId));
    }
    if (action.kind === "serverSchedule") {
      const known = server.data?.schedules.find(({ id }) => id === action.input.serverScheduleId);
      return text.runsServerSchedule(known?.name ?? String(action.input.serverScheduleId));
    }
    return actionText(action);
  };
}
