import { backupMessages } from "../../../messages/english/installation/backups.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { saveText } from "../../../ui/buttons/save-text.ts";
import { ShownOnceDialog } from "../../../ui/dialogs/shown-once-dialog.tsx";
import type { MadeKey } from "./made-key.ts";

const text = backupMessages.recoveryKey;

/** Recovery key, shown only once, with a sheet to print. */
export default function MadeKeyDialog({ made, onClose }: { readonly made: MadeKey; readonly onClose: () => void }) {
  const { recovery_key: key, text: keyText, sheet } = made;
  return (
    <ShownOnceDialog
      title={text.madeTitle}
      text={text.madeText}
      done={text.done}
      question={text.question}
      onClose={onClose}
      actions={(onCopied) => (
        <>
          <Button
            onClick={() => {
              printSheet(sheet);
              onCopied();
            }}
          >
            {text.print}
          </Button>
          <Button
            onClick={() => {
              saveText(`latchkey-recovery-key-${key.id}.txt`, [sheet]);
              onCopied();
            }}
          >
            {text.save}
          </Button>
        </>
      )}
    >
      {() => (
        <>
          <pre className="overflow-x-auto rounded-md bg-selection p-3 font-mono">{keyText}</pre>
          <p className="text-muted text-sm">{text.next}</p>
        </>
      )}
    </ShownOnceDialog>
  );
}

/** Prints only the sheet, from a separate frame that is removed after printing. */
function printSheet(sheet: string): void {
  const frame = document.createElement("iframe");
  // Browsers don't print hidden frames.
  frame.className = "fixed size-0 border-0";
  document.body.append(frame);
  const page = frame.contentWindow;
  if (page === null) return;
  const shown = page.document.createElement("pre");
  shown.textContent = sheet;
  page.document.body.append(shown);
  page.addEventListener("afterprint", () => frame.remove());
  page.print();
}
