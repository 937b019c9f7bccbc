import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { useDependents } from "../../../dependents/use-dependents.tsx";
import { deploymentMessages } from "../../../messages/english/deployments.ts";
import { DeletionDialog } from "../../../ui/dialogs/deletion-dialog.tsx";
import { type RecipeRow, recipeReads } from "./recipes.ts";

const text = deploymentMessages.recipes;

const address = "DELETE /svc/api/deployment/recipes/{id}";

/** Asks for confirmation before a recipe is deleted. */
export default function DeleteRecipeDialog({
  recipe: { id, name },
  onClose,
}: {
  readonly recipe: Pick<RecipeRow, "id" | "name">;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, recipeReads));
  const input = { id };
  const affected = useDependents("delete", [{ kind: "recipe", id: String(id) }]);
  return <DeletionDialog {...{ name, text, remove, input, affected, onClose }} curl={() => pageCall(address, input)} />;
}
