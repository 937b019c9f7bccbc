import { Menu } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import { classes } from "../classes.ts";

/** One line of a menu. */
export interface MenuEntry {
  readonly text: string;
  readonly icon: LucideIcon;
  readonly onChoose: () => void;
  readonly danger?: boolean;
}

export type MenuGroups = readonly (readonly MenuEntry[])[];

export const menuClasses = "min-w-48 rounded-lg border border-line bg-panel py-1 shadow-xl outline-none";

/** The lines of a menu, wherever it opens. Groups are separated by a line. */
export function MenuEntries({ groups }: { readonly groups: MenuGroups }) {
  const filled = groups.filter((entries) => entries.length > 0);
  return filled.map((entries, index) => (
    <div key={entries[0]?.text} className={index > 0 ? "mt-1 border-line border-t pt-1" : undefined}>
      {entries.map(({ text, icon: Icon, onChoose, danger }) => (
        <Menu.Item
          key={text}
          onClick={onChoose}
          className={classes(
            "mx-1 flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-sm outline-none data-highlighted:bg-selection",
            danger && "text-bad",
          )}
        >
          <Icon aria-hidden size={15} className={danger ? "" : "text-muted"} />
          {text}
        </Menu.Item>
      ))}
    </div>
  ));
}
