import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { pageCall } from "../../../api/curl.ts";
import { changing } from "../../../api/query.ts";
import { deploymentMessages } from "../../../messages/english/deployments.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { FormDialog } from "../../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../../ui/feedback/toasts.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import type { Beginning } from "../form/beginning.ts";
import type { DeploymentRequest } from "../form/request.ts";
import { type Recipe, recipeReads } from "./recipes.ts";

const text = deploymentMessages.recipes;

const create = "POST /svc/api/deployment/recipes";
const change = "PUT /svc/api/deployment/recipes/{id}";

/** Saves a deployment as a recipe, or updates its recipe. */
export function SaveRecipe({
  request,
  beginning,
  onSaved,
}: {
  readonly request: DeploymentRequest;
  readonly beginning: Pick<Beginning, "secretsOf" | "recipe"> | undefined;
  readonly onSaved: (recipe: Recipe) => void;
}) {
  const recipe = beginning?.recipe;
  const [isAsked, setAsked] = useState(false);
  const [name, setName] = useState(recipe?.name || request.label || "");
  const [isSent, setSent] = useState(false);
  const creating = useMutation(changing(create, recipeReads));
  const saving = useMutation(changing(change, recipeReads));
  const isMissing = name.trim() === "";
  const newRecipe = () => ({
    ...{ name: name.trim(), request },
    ...(beginning !== undefined && { secretsOf: beginning.secretsOf }),
  });
  const changed = () => recipe && { id: recipe.id, version: recipe.version, name: name.trim(), request };
  const onSuccess = ({ recipe: saved }: { readonly recipe: Recipe }) => {
    setAsked(false);
    announce(text.saved(saved.name));
    onSaved(saved);
  };
  const submit = () => {
    setSent(true);
    const before = changed();
    if (isMissing) return;
    if (before === undefined) creating.mutate(newRecipe(), { onSuccess });
    else saving.mutate(before, { onSuccess });
  };
  return (
    <>
      <Button needs="POST /svc/api/deployment/recipes" onClick={() => setAsked(true)}>
        {recipe === undefined ? text.saveAs : text.save}
      </Button>
      {isAsked && (
        <FormDialog
          title={recipe === undefined ? text.saveAsTitle : text.saveTitle(recipe.name)}
          text={text.saveText}
          submit={text.saveSubmit}
          isBusy={creating.isPending || saving.isPending}
          error={creating.error ?? saving.error}
          curl={() => {
            const before = changed();
            return before === undefined ? pageCall(create, newRecipe()) : pageCall(change, before);
          }}
          onClose={() => setAsked(false)}
          onSubmit={submit}
        >
          <TextField
            label={text.name}
            maxLength={100}
            error={isSent && isMissing ? text.needName : undefined}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </FormDialog>
      )}
    </>
  );
}
