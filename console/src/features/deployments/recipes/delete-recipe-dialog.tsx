import { useMutation } from "@tanstack/react-query";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { recipeMessages as text } from "../../../messages/recipes.ts";
import { DeletionDialog } from "../../../ui/dialogs/deletion-dialog.tsx";
import { type RecipeRow, recipeReads } from "./recipes.ts";

const address = "DELETE /svc/api/deployment/recipes/{id}";

/** Asks before a recipe goes. */
export default function DeleteRecipeDialog({
  recipe: { id, name },
  onClose,
}: {
  readonly recipe: Pick<RecipeRow, "id" | "name">;
  readonly onClose: () => void;
}) {
  const remove = useMutation(changing(address, recipeReads));
  const input = { id };
  return <DeletionDialog {...{ name, text, remove, input, onClose }} curl={() => pageCall(address, input)} />;
}
