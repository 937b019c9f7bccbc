import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reading } from "../../../api/query.ts";
import { NewBuildFields } from "../../../features/builds/build-fields.tsx";
import type { ActionFields, NewAction } from "../../../features/schedules/schedule-dialog.tsx";
import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { Choice } from "../../../ui/fields/choice.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";

const text = deploymentFormMessages.scheduled;

type Kind = "build" | "recipe" | "serverSchedule";

/** Fields for a new schedule's action: a build, a recipe's deployment, or one of FileMaker Server's schedules. */
export function ScheduledAction({ isSent, onAction }: Parameters<ActionFields>[0]) {
  const [kind, setKind] = useState<Kind>("build");
  const [chosen, setChosen] = useState({ recipe: "", serverSchedule: "" });
  const choose = (next: Kind) => {
    setKind(next);
    onAction(next === "build" ? undefined : actionOf(next, chosen[next]));
  };
  const fieldsOf = (named: Exclude<Kind, "build">) => ({
    isSent,
    value: chosen[named],
    onChange(value: string) {
      setChosen((known) => ({ ...known, [named]: value }));
      onAction(actionOf(named, value));
    },
  });
  return (
    <>
      <Choice
        label={text.kind}
        value={kind}
        options={[
          { value: "build", ...text.build },
          { value: "recipe", ...text.deployment },
          { value: "serverSchedule", ...text.serverSchedule },
        ]}
        onChange={choose}
      />
      {kind === "build" && (
        <NewBuildFields isSent={isSent} isScheduled onBuild={(input) => onAction(input && { kind: "build", input })} />
      )}
      {kind === "recipe" && <RecipeField {...fieldsOf("recipe")} />}
      {kind === "serverSchedule" && <ServerScheduleField {...fieldsOf("serverSchedule")} />}
    </>
  );
}

interface FieldProps {
  readonly isSent: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RecipeField({ isSent, value, onChange }: FieldProps) {
  const list = useQuery(reading("GET /svc/api/deployment/recipes", {}));
  const recipes = list.data?.recipes ?? [];
  return (
    <SelectField
      label={text.recipe}
      hint={list.data && recipes.length === 0 ? text.noRecipe : undefined}
      error={isSent && value === "" ? text.needRecipe : undefined}
      value={value}
      options={[
        { value: "", text: text.chooseRecipe },
        ...recipes.map(({ id, name }) => ({ value: String(id), text: name })),
      ]}
      onChange={onChange}
    />
  );
}

function ServerScheduleField({ isSent, value, onChange }: FieldProps) {
  const list = useQuery(reading("GET /svc/api/schedules/filemaker", {}));
  return (
    <SelectField
      label={text.serverScheduleField}
      error={isSent && value === "" ? text.needServerSchedule : undefined}
      value={value}
      options={[
        { value: "", text: text.chooseServerSchedule },
        ...(list.data?.schedules ?? []).map(({ id, name }) => ({ value: id, text: name })),
      ]}
      onChange={onChange}
    />
  );
}

function actionOf(kind: Exclude<Kind, "build">, value: string): NewAction | undefined {
  if (value === "") return undefined;
  if (kind === "recipe") return { kind, input: { recipeId: Number(value) } };
  return { kind, input: { serverScheduleId: value } };
}
