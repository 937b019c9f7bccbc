import { keyboardMessages } from "../../messages/english/keyboard.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { switchSingleKeys, useSingleKeys } from "./shortcuts.ts";

/** Keyboard map, with the switch for single-letter shortcuts. */
export default function KeyboardHelp({ onClose }: { readonly onClose: () => void }) {
  const areOn = useSingleKeys();
  return (
    <Dialog
      open
      onClose={onClose}
      title={keyboardMessages.title}
      actions={<Button onClick={onClose}>{messages.dialog.close}</Button>}
    >
      <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        {keyboardMessages.rows.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded border border-line bg-page px-1.5 py-0.5 font-sans text-xs">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={keyboardMessages.single}
        text={keyboardMessages.singleText}
        checked={areOn}
        onChange={switchSingleKeys}
      />
    </Dialog>
  );
}
