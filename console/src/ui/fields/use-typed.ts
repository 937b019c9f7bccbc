import { useState } from "react";

/** Returns stored values with the user's changes. When the stored values are read again, the changes are kept. */
export function useTyped<Values extends object>(stored: Values) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const draft: Values = { ...stored, ...typed };
  const isSame = (other: Values): boolean => JSON.stringify(other) === JSON.stringify(draft);
  return {
    draft,
    isChanged: !isSame(stored),
    set: (change: Partial<Values>) => setTyped((known) => ({ ...known, ...change })),
    reset: () => setTyped({}),
    /** Drops the changes that are now stored, and keeps later ones. */
    saved: () => setTyped((known) => without(known, draft)),
  };
}

/** Returns the changes that differ from the values. */
function without<Values extends object>(typed: Partial<Values>, values: Values): Partial<Values> {
  const rest = Object.entries(typed).filter(([field, value]) => value !== values[field as keyof Values]);
  return Object.fromEntries(rest) as Partial<Values>;
}
