import { useState } from "react";

/** What a form shows of something that is stored: what was typed, and the rest as it is stored. That may be read again meanwhile; what was typed stays. */
export function useTyped<Values extends object>(stored: Values) {
  const [typed, setTyped] = useState<Partial<Values>>({});
  const draft: Values = { ...stored, ...typed };
  const isSame = (other: Values): boolean => JSON.stringify(other) === JSON.stringify(draft);
  return {
    draft,
    isChanged: !isSame(stored),
    set: (change: Partial<Values>) => setTyped((known) => ({ ...known, ...change })),
    reset: () => setTyped({}),
    /** The draft is stored now. What was typed since is not. */
    saved: () => setTyped((known) => without(known, draft)),
  };
}

/** What differs from the values. */
function without<Values extends object>(typed: Partial<Values>, values: Values): Partial<Values> {
  const rest = Object.entries(typed).filter(([field, value]) => value !== values[field as keyof Values]);
  return Object.fromEntries(rest) as Partial<Values>;
}
