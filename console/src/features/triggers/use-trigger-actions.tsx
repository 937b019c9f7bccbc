import { Pencil, Trash2, Zap } from "lucide-react";
import { useState } from "react";
import type { Trigger } from "#shared/triggers/contract.ts";
import { triggerMessages as text } from "../../messages/english/events/triggers.ts";
import { lazyPart } from "../../ui/lazy-part.ts";
import type { MenuGroups } from "../../ui/menus/menu-entries.tsx";
import { DeleteTriggerDialog } from "./delete-trigger-dialog.tsx";

const TriggerDialog = lazyPart(() => import("./form/trigger-dialog.tsx"));
const InvokeDialog = lazyPart(() => import("./invoke-dialog.tsx"));

/** Returns the menu of a trigger, and the dialog that was opened from it. */
export function useTriggerActions(onDeleted?: () => void) {
  const [asked, setAsked] = useState<{ readonly to: "invoke" | "edit" | "delete"; readonly trigger: Trigger }>();
  const close = () => setAsked(undefined);

  const menuOf = (trigger: Trigger): MenuGroups => [
    [
      ...(trigger.state === "active"
        ? [
            {
              needs: "POST /svc/api/triggers/{id}/invoke" as const,
              text: text.invoke,
              icon: Zap,
              onChoose: () => setAsked({ to: "invoke" as const, trigger }),
            },
          ]
        : []),
      {
        needs: "PATCH /svc/api/triggers/{id}",
        text: text.edit,
        icon: Pencil,
        onChoose: () => setAsked({ to: "edit", trigger }),
      },
    ],
    [
      {
        needs: "DELETE /svc/api/triggers/{id}",
        text: text.remove,
        icon: Trash2,
        danger: true,
        onChoose: () => setAsked({ to: "delete", trigger }),
      },
    ],
  ];

  const dialog = asked && (
    <>
      {asked.to === "invoke" && <InvokeDialog trigger={asked.trigger} onClose={close} />}
      {asked.to === "edit" && <TriggerDialog before={asked.trigger} onClose={close} />}
      {asked.to === "delete" && <DeleteTriggerDialog trigger={asked.trigger} onDeleted={onDeleted} onClose={close} />}
    </>
  );
  return { menuOf, dialog };
}
