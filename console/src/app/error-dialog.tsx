import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorAdvice } from "../ui/error-advice.tsx";
import type { ErrorMeaning } from "../ui/error-meanings.ts";
import { words } from "../words/words.ts";

/** What a number means that somebody has looked for. */
export function ErrorDialog({ meaning, onClose }: { readonly meaning: ErrorMeaning; readonly onClose: () => void }) {
  const { source, number, sentence } = meaning;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.errors.title(number, source)}
      text={sentence}
      actions={<Button onClick={onClose}>{words.dialog.close}</Button>}
    >
      <ErrorAdvice meaning={meaning} />
    </Dialog>
  );
}
