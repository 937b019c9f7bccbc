import { errorNumberMessages } from "../../messages/english/installation/error-numbers.ts";
import { messages } from "../../messages/messages.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/dialogs/dialog.tsx";
import { ErrorAdvice } from "../../ui/feedback/error-advice.tsx";
import type { ErrorMeaning } from "../../ui/feedback/error-meanings.ts";

/** Meaning of an error number that the user searched for. */
export function ErrorDialog({ meaning, onClose }: { readonly meaning: ErrorMeaning; readonly onClose: () => void }) {
  const { source, number, sentence } = meaning;
  return (
    <Dialog
      open
      onClose={onClose}
      title={errorNumberMessages.title(number, source)}
      text={sentence}
      actions={<Button onClick={onClose}>{messages.dialog.close}</Button>}
    >
      <ErrorAdvice meaning={meaning} />
    </Dialog>
  );
}
