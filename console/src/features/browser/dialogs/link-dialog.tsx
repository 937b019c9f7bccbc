import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { HostFile } from "#shared/browser/contract.ts";
import { call } from "../../../api/client.ts";
import { browserMessages } from "../../../messages/english/browser.ts";
import { messages } from "../../../messages/messages.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { CopyButton } from "../../../ui/buttons/copy-button.tsx";
import { copyText } from "../../../ui/buttons/copy-text.ts";
import { classes } from "../../../ui/classes.ts";
import { Dialog } from "../../../ui/dialogs/dialog.tsx";
import { Refusal } from "../../../ui/feedback/refusal.tsx";
import { TextField } from "../../../ui/fields/field.tsx";
import { Moment } from "../../../ui/values/moment.tsx";

const text = browserMessages;
const spans = ["10m", "1h", "1d", "7d"] as const;

/** Creates a temporary link and copies it to the clipboard. The link is a secret that exists only in this dialog. */
export function LinkDialog({ file, onClose }: { readonly file: HostFile; readonly onClose: () => void }) {
  const [span, setSpan] = useState<(typeof spans)[number]>("1h");
  const make = useMutation({
    mutationFn: () => call("GET /svc/api/files/get-download-link", { path: file.path, urlExpiry: span }),
    // If the browser refuses, the user can copy the displayed link.
    onSuccess: ({ downloadUrl }) => void copyText(downloadUrl),
  });
  const link = make.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.linkTitle(file.name)}
      text={text.linkText}
      actions={
        link ? (
          <>
            <CopyButton text={link.downloadUrl} label={text.linkCopy} />
            <Button look="primary" onClick={onClose}>
              {messages.dialog.close}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{messages.dialog.cancel}</Button>
            <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
              {text.linkCreate}
            </Button>
          </>
        )
      }
    >
      {link ? (
        <TextField
          label={text.linkShown}
          readOnly
          value={link.downloadUrl}
          onFocus={({ target }) => target.select()}
          hint={
            <>
              {text.linkUntil} <Moment at={link.expiresAt} isAhead />.
            </>
          }
        />
      ) : (
        <div className="flex flex-col gap-4">
          <fieldset>
            <legend className="mb-1.5 font-medium text-sm">{text.linkFor}</legend>
            <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
              {spans.map((each) => (
                <label
                  key={each}
                  className={classes(
                    "flex h-9 cursor-pointer items-center justify-center rounded-md border font-medium text-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
                    each === span ? "border-fill-edge bg-fill text-on-fill" : "border-line-strong hover:bg-selection",
                  )}
                >
                  <input
                    type="radio"
                    name="span"
                    className="sr-only"
                    checked={each === span}
                    onChange={() => setSpan(each)}
                  />
                  {text.spans[each]}
                </label>
              ))}
            </div>
          </fieldset>
          {make.error && <Refusal error={make.error} />}
        </div>
      )}
    </Dialog>
  );
}
