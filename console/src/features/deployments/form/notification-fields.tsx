import { Plus, Trash2 } from "lucide-react";
import { deploymentFormMessages } from "../../../messages/english/deployment-form.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { IconButton } from "../../../ui/buttons/icon-button.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { HeaderFields } from "./header-fields.tsx";
import type { Part } from "./request.ts";

const text = deploymentFormMessages.notifications;
type Notification = NonNullable<NonNullable<Part["options"]>["notifications"]>[number];
const kinds = ["slack", "webhook"] as const;

/** Additional recipients of notifications about a part. */
export function NotificationFields({
  notifications,
  onChange,
}: {
  readonly notifications: readonly Notification[];
  readonly onChange: (notifications: Notification[]) => void;
}) {
  const change = (index: number, next: Notification) => onChange(notifications.with(index, next));
  return (
    <>
      {notifications.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key in the form
        <fieldset key={index} className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3">
          <legend className="sr-only">{text.kind(index + 1)}</legend>
          <div className="grid items-end gap-3 sm:grid-cols-[10rem_1fr_auto]">
            <SelectField
              label={text.kind(index + 1)}
              value={one.type}
              options={kinds.map((value) => ({ value, text: text.kinds[value] }))}
              onChange={(type) => change(index, newNotification(type))}
            />
            <TextField
              label={text.address(index + 1)}
              type="url"
              spellCheck={false}
              value={one.type === "slack" ? one.channelUrl : one.webhookUrl}
              onChange={({ target: { value } }) =>
                change(index, one.type === "slack" ? { ...one, channelUrl: value } : { ...one, webhookUrl: value })
              }
            />
            <IconButton
              icon={Trash2}
              label={text.remove(index + 1)}
              onClick={() => onChange(notifications.toSpliced(index, 1))}
            />
          </div>
          <TextField
            label={text.label(index + 1)}
            maxLength={200}
            value={one.label ?? ""}
            onChange={({ target }) => change(index, { ...one, label: target.value || undefined })}
          />
          <Switch
            label={text.success}
            text={text.successText}
            checked={one.sendSuccessNotifications ?? true}
            onChange={(sendSuccessNotifications) => change(index, { ...one, sendSuccessNotifications })}
          />
          {one.type === "webhook" && (
            <HeaderFields
              of={text.kind(index + 1)}
              headers={one.headers}
              onChange={(headers) => change(index, { ...one, headers })}
            />
          )}
        </fieldset>
      ))}
      <Button className="self-start" onClick={() => onChange([...notifications, newNotification("slack")])}>
        <Plus aria-hidden size={14} />
        {text.add}
      </Button>
    </>
  );
}

function newNotification(type: Notification["type"]): Notification {
  return type === "slack" ? { type, channelUrl: "https://" } : { type, webhookUrl: "https://" };
}
