import { type ComponentProps, useEffect, useRef, useState } from "react";
import { classes } from "./classes.ts";

const settleMs = 300;

/** How small fields in bars look. */
export const smallField =
  "h-8 min-w-0 rounded-md border border-line-strong bg-panel px-2.5 text-sm focus-visible:outline-offset-0";

/** A text that is taken when the typing pauses, or at once with Enter: each change asks the service. */
export function SettledText({
  label,
  value,
  onSettle,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "onChange" | "value"> & {
  readonly label: string;
  readonly value: string;
  readonly onSettle: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const taken = useRef(value);
  const settle = (): void => {
    if (typed === taken.current) return;
    taken.current = typed;
    onSettle(typed);
  };
  useEffect(() => {
    taken.current = value;
    setTyped(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause anew
  useEffect(() => {
    if (typed === taken.current) return;
    const settling = window.setTimeout(settle, settleMs);
    return () => window.clearTimeout(settling);
  }, [typed]);
  return (
    <input
      type="text"
      aria-label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle();
      }}
      className={classes(smallField, className)}
      {...rest}
    />
  );
}
