import { useMutation, useQuery } from "@tanstack/react-query";
import { Copy, Play, RotateCcw, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { changing, reading } from "../../../api/query.ts";
import { deploymentMessages } from "../../../messages/english/deployments.ts";
import { announceRefusal } from "../../../ui/feedback/announce-refusal.ts";
import { Empty } from "../../../ui/feedback/states.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import type { Column } from "../../../ui/tables/data-table.tsx";
import { ListPanel } from "../../../ui/tables/list-panel.tsx";
import { Moment } from "../../../ui/values/moment.tsx";
import { DeploymentChip } from "../deployment-chip.tsx";
import { type Deployment, deploymentReads, newestDeployments, runsOfRecipe } from "../deployments.ts";
import { Durations } from "../durations.tsx";
import { type RecipeRow, recipeReads } from "./recipes.ts";

const text = deploymentMessages.recipes;

const DeleteRecipeDialog = lazyPart(() => import("./delete-recipe-dialog.tsx"));

interface RecipeLinks {
  /** Renders a link to the page that edits, plans and runs a recipe. */
  readonly link: (recipe: RecipeRow) => ReactNode;
  readonly runLink: (part: number, name: string) => ReactNode;
}

/** Stored recipes, each with the durations of its runs. */
export function RecipesPanel({
  link,
  runLink,
  onOpen,
  onDuplicate,
  onStarted,
}: RecipeLinks & {
  readonly onOpen: (recipe: number) => void;
  readonly onDuplicate: (recipe: number) => void;
  readonly onStarted: (part: number) => void;
}) {
  const list = useQuery(reading("GET /svc/api/deployment/recipes", {}));
  const newest = useQuery(newestDeployments);
  const [deleted, setDeleted] = useState<RecipeRow>();
  const rehearse = useMutation({
    ...changing("POST /svc/api/deployment/recipes/{id}/run", [...deploymentReads, ...recipeReads]),
    onError: announceRefusal,
  });
  return (
    <>
      <ListPanel
        reads={[list, newest]}
        empty={<Empty title={text.emptyTitle} text={text.emptyText} />}
        label={text.title}
        rows={list.data?.recipes}
        columns={columnsOf({ link, runLink }, newest.data ?? [])}
        nameOf={({ name }) => name}
        actions={(row) => (
          <MenuButton
            label={text.actionsOf(row.name)}
            groups={[
              [
                {
                  needs: "POST /svc/api/deployment/recipes/{id}/run",
                  text: text.run,
                  icon: Play,
                  onChoose: () => onOpen(row.id),
                },
                {
                  needs: "POST /svc/api/deployment/recipes/{id}/run",
                  text: text.rehearse,
                  icon: RotateCcw,
                  onChoose: () =>
                    rehearse.mutate(
                      { id: row.id, rehearse: true },
                      { onSuccess: ({ subDeploymentIds: [first] }) => first !== undefined && onStarted(first) },
                    ),
                },
                {
                  needs: "POST /svc/api/deployment/recipes",
                  text: text.duplicate,
                  icon: Copy,
                  onChoose: () => onDuplicate(row.id),
                },
              ],
              [
                {
                  needs: "DELETE /svc/api/deployment/recipes/{id}",
                  text: text.remove,
                  icon: Trash2,
                  danger: true,
                  onChoose: () => setDeleted(row),
                },
              ],
            ]}
          />
        )}
      />
      {deleted && <DeleteRecipeDialog recipe={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  );
}

function columnsOf({ link, runLink }: RecipeLinks, all: readonly Deployment[]): readonly Column<RecipeRow>[] {
  const lastRun = (recipe: RecipeRow) => all.find(({ recipeId }) => recipeId === recipe.id);
  return [
    {
      id: "recipe",
      title: text.recipe,
      cell: (row) => (
        <div className="min-w-0">
          <p className="break-words font-medium">{link(row)}</p>
          <p className="break-words text-muted text-sm">{contentText(row)}</p>
        </div>
      ),
    },
    {
      id: "last",
      title: text.lastRun,
      cell: (row) => {
        const last = lastRun(row);
        const [first] = last?.parts ?? [];
        if (last === undefined || first === undefined) return <span className="text-muted">{text.never}</span>;
        return (
          <span className="flex flex-col items-start gap-1">
            <DeploymentChip parts={last.parts} />
            <span className="text-sm">{runLink(first.id, last.name)}</span>
            <Moment at={first.started_at ?? first.created_at} />
          </span>
        );
      },
      className: "w-52",
    },
    {
      id: "durations",
      title: deploymentMessages.durations.title,
      cell: (row) => <Durations runs={runsOfRecipe(all, row.id)} none={text.tooFew} />,
      className: "w-64",
    },
    {
      id: "changed",
      title: text.changed,
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
      className: "w-32",
    },
  ];
}

const maxFiles = 3;

function contentText({ partCount, files }: RecipeRow): string {
  const shown = files.slice(0, maxFiles).join(", ");
  const names = files.length > maxFiles ? text.andMore(shown, files.length - maxFiles) : shown;
  return partCount === 1 ? names : `${deploymentMessages.parts(partCount)}: ${names}`;
}
