import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { classes } from "../classes.ts";

/** Tabs with views of one object; the address contains the open one. */
export function Tabs<Name extends string>({
  value,
  onChange,
  label,
  tabs,
  fill = false,
  children,
}: {
  readonly value: Name;
  readonly onChange: (name: Name) => void;
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly text: string }[];
  /** True if the tabs fill the remaining height of a page that doesn't scroll. */
  readonly fill?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <Base.Root
      value={value}
      onValueChange={onChange}
      className={classes("flex min-w-0 flex-col gap-4", fill && "min-h-0 flex-1")}
    >
      <Base.List aria-label={label} className="flex shrink-0 gap-1 overflow-x-auto border-line border-b">
        {tabs.map(({ name, text }) => (
          <Base.Tab
            key={name}
            value={name}
            className="-mb-px h-10 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted hover:text-text focus-visible:outline-offset-[-2px] data-active:border-accent data-active:text-text"
          >
            {text}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel
        value={value}
        className={classes(
          "flex min-w-0 flex-col focus-visible:outline-offset-4",
          fill ? "min-h-0 flex-1 gap-3" : "gap-4",
        )}
      >
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
