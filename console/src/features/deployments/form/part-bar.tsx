import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { MenuButton } from "../../../ui/menus/menu-button.tsx";
import type { DeploymentRequest, Part } from "./request.ts";
import { newPart } from "./request-rules.ts";

const text = deploymentFormMessages.parts;

/** Parts of a deployment in order; the form shows one at a time. */
export function PartBar({
  parts,
  chosen,
  onChange,
  onChoose,
}: {
  readonly parts: DeploymentRequest["deployments"];
  readonly chosen: number;
  readonly onChange: (parts: Part[]) => void;
  readonly onChoose: (index: number) => void;
}) {
  const move = (index: number, by: number) => {
    const moved = parts[index];
    if (moved === undefined) return;
    onChange(parts.toSpliced(index, 1).toSpliced(index + by, 0, moved));
    onChoose(index + by);
  };
  const name = partTitle(parts[chosen], chosen);
  return (
    <nav aria-label={text.label} className="flex flex-wrap items-center gap-2">
      {parts.length > 1 && (
        <>
          {parts.map((part, index) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key before they run
              key={index}
              aria-current={index === chosen ? "true" : undefined}
              className="aria-[current]:border-accent aria-[current]:bg-selection aria-[current]:font-semibold"
              onClick={() => onChoose(index)}
            >
              {index + 1}. {partTitle(part, index)}
            </Button>
          ))}
          <MenuButton
            label={text.actionsOf(name)}
            groups={[
              [
                ...(chosen > 0 ? [{ text: text.earlier, icon: ArrowUp, onChoose: () => move(chosen, -1) }] : []),
                ...(chosen < parts.length - 1
                  ? [{ text: text.later, icon: ArrowDown, onChoose: () => move(chosen, 1) }]
                  : []),
              ],
              [
                {
                  text: text.remove,
                  icon: Trash2,
                  danger: true,
                  onChoose: () => {
                    onChange(parts.toSpliced(chosen, 1));
                    onChoose(Math.max(0, chosen - 1));
                  },
                },
              ],
            ]}
          />
        </>
      )}
      <Button
        onClick={() => {
          onChange([...parts, newPart()]);
          onChoose(parts.length);
        }}
      >
        <Plus aria-hidden size={14} />
        {text.add}
      </Button>
    </nav>
  );
}

export function partTitle(part: Part | undefined, index: number): string {
  return part?.name || text.part(index + 1);
}
