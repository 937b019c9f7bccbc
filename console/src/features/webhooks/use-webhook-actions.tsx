import { useMutation } from "@tanstack/react-query";
import { CirclePause, CirclePlay, KeyRound, Pencil, RotateCw, Send, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Webhook } from "#shared/webhooks/contract.ts";
import { changing } from "../../api/query.ts";
import { webhookMessages as text } from "../../messages/english/events/webhooks.ts";
import { announceRefusal } from "../../ui/feedback/announce-refusal.ts";
import { announce } from "../../ui/feedback/toasts.tsx";
import { lazyPart } from "../../ui/lazy-part.ts";
import type { MenuGroups } from "../../ui/menus/menu-entries.tsx";
import { DeleteWebhookDialog } from "./delete-webhook-dialog.tsx";
import type { NewKey } from "./key-field.tsx";
import { nameOf, sourceOf } from "./webhook-texts.ts";

const WebhookDialog = lazyPart(() => import("./form/webhook-dialog.tsx"));
const TestDialog = lazyPart(() => import("./test-dialog.tsx"));
const ReplaceSecretDialog = lazyPart(() => import("./replace-secret-dialog.tsx"));

type DialogName = "test" | "edit" | "secret" | "delete" | "replay";

/** Parts of other features, from the surrounding page. */
export interface WebhookSurroundings {
  /** Renders the form for a new Data API key. */
  readonly newKey: NewKey;
  readonly deliveryLink: (id: string, name: ReactNode) => ReactNode;
  /** Replay of a source's failed deliveries, with the texts of its menu entry. */
  readonly replay: {
    readonly text: string;
    readonly dialog: (source: string, name: string, onClose: () => void) => ReactNode;
  };
}

/** Returns the menu of a webhook, and the dialog that was opened from it. */
export function useWebhookActions({ newKey, deliveryLink, replay }: WebhookSurroundings, onDeleted?: () => void) {
  const [asked, setAsked] = useState<{ readonly to: DialogName; readonly webhook: Webhook }>();
  const change = useMutation({
    ...changing("PATCH /svc/api/webhooks/{id}", [
      "GET /svc/api/webhooks",
      "GET /svc/api/webhooks/{id}",
      "GET /svc/api/audit",
    ]),
    onError: announceRefusal,
  });
  const switchTo = (webhook: Webhook, active: boolean) =>
    change.mutate(
      { id: webhook.id, settings: { active } },
      { onSuccess: () => announce(text.changed(nameOf(webhook), active)) },
    );
  const close = () => setAsked(undefined);

  const menuOf = (webhook: Webhook): MenuGroups => {
    const ask = (to: DialogName) => () => setAsked({ to, webhook });
    return [
      [
        { needs: "POST /svc/api/webhooks/{id}/test", text: text.test, icon: Send, onChoose: ask("test") },
        { needs: "POST /svc/api/deliveries/replay", text: replay.text, icon: RotateCw, onChoose: ask("replay") },
      ],
      [
        { needs: "PATCH /svc/api/webhooks/{id}", text: text.edit, icon: Pencil, onChoose: ask("edit") },
        { needs: "POST /svc/api/webhooks/{id}/secret", text: text.secret, icon: KeyRound, onChoose: ask("secret") },
        webhook.settings.active
          ? {
              needs: "PATCH /svc/api/webhooks/{id}",
              text: text.switchOff,
              icon: CirclePause,
              onChoose: () => switchTo(webhook, false),
            }
          : {
              needs: "PATCH /svc/api/webhooks/{id}",
              text: text.switchOn,
              icon: CirclePlay,
              onChoose: () => switchTo(webhook, true),
            },
      ],
      [
        {
          needs: "DELETE /svc/api/webhooks/{id}",
          text: text.remove,
          icon: Trash2,
          danger: true,
          onChoose: ask("delete"),
        },
      ],
    ];
  };

  const dialog = asked && (
    <>
      {asked.to === "test" && <TestDialog webhook={asked.webhook} link={deliveryLink} onClose={close} />}
      {asked.to === "edit" && <WebhookDialog before={asked.webhook} newKey={newKey} onClose={close} />}
      {asked.to === "secret" && <ReplaceSecretDialog webhook={asked.webhook} onClose={close} />}
      {asked.to === "replay" && replay.dialog(sourceOf(asked.webhook), nameOf(asked.webhook), close)}
      {asked.to === "delete" && <DeleteWebhookDialog webhook={asked.webhook} onDeleted={onDeleted} onClose={close} />}
    </>
  );
  return { menuOf, dialog };
}
