import { type ComponentProps, useEffect, useRef, useState } from "react";
import { FilterBox } from "./filter-box.tsx";

const debounceMs = 300;

/** Classes of small fields in bars. */
export const smallField =
  "h-8 min-w-0 rounded-md border border-line-strong bg-panel px-2.5 text-sm focus-visible:outline-offset-0";

/** Text field that reports its value after a pause in typing or on Enter, because each change calls the service. */
export function SettledText({
  label,
  value,
  onSettle,
  ...rest
}: Omit<ComponentProps<"input">, "onChange" | "value"> & {
  readonly label: string;
  readonly value: string;
  readonly onSettle: (text: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const taken = useRef(value);
  const settle = (text: string): void => {
    if (text === taken.current) return;
    taken.current = text;
    onSettle(text);
  };
  useEffect(() => {
    taken.current = value;
    setTyped(value);
  }, [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the pause
  useEffect(() => {
    if (typed === taken.current) return;
    const settling = window.setTimeout(() => settle(typed), debounceMs);
    return () => window.clearTimeout(settling);
  }, [typed]);
  return (
    <FilterBox
      label={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onClear={() => {
        setTyped("");
        settle("");
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") settle(typed);
      }}
      {...rest}
    />
  );
}
