import { useState } from "react";

/** Returns the draft of a form, and its missing fields, which are marked after the form was sent. */
export function useDraft<Draft extends object, Field extends string>(
  first: () => Draft,
  missingIn: (draft: Draft) => Readonly<Record<Field, boolean>>,
) {
  const [draft, setDraft] = useState(first);
  const [isSent, setSent] = useState(false);
  const missing = missingIn(draft);
  return {
    draft,
    isSent,
    set: (change: Partial<Draft>) => setDraft((known) => ({ ...known, ...change })),
    isMissing: (field: Field): boolean => isSent && missing[field],
    /** Sends the form: calls `save` if no field is missing. */
    send(save: () => void) {
      setSent(true);
      if (!Object.values(missing).includes(true)) save();
    },
  };
}
