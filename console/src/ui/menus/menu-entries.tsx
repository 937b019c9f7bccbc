import { Menu } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import type { GuardedAddress } from "../../api/role-for.ts";
import { classes } from "../classes.ts";
import { useOffered } from "./use-offered.ts";

/** Entry of a menu. */
export interface MenuEntry {
  readonly text: string;
  readonly icon: LucideIcon;
  readonly onChoose: () => void;
  readonly danger?: boolean;
  /** Call that the entry leads to: hidden from users who can't make it. */
  readonly needs?: GuardedAddress | undefined;
  /** Reason why the entry can't be chosen now. */
  readonly unavailable?: string | undefined;
}

export type MenuGroups = readonly (readonly MenuEntry[])[];

export const menuClasses = "min-w-48 rounded-lg border border-line bg-panel py-1 shadow-xl outline-none";

/** Entries of a menu of any kind, with separators between groups. */
export function MenuEntries({ groups }: { readonly groups: MenuGroups }) {
  return useOffered(groups).map((entries, index) => (
    <div key={entries[0]?.text} className={index > 0 ? "mt-1 border-line border-t pt-1" : undefined}>
      {entries.map(({ text, icon: Icon, onChoose, danger, unavailable }) => (
        <Menu.Item
          key={text}
          onClick={onChoose}
          disabled={unavailable !== undefined}
          className={classes(
            "mx-1 flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-sm outline-none data-highlighted:bg-selection data-disabled:cursor-default data-disabled:text-muted",
            danger && unavailable === undefined && "text-bad",
          )}
        >
          <Icon aria-hidden size={15} className={danger ? "" : "text-muted"} />
          {unavailable === undefined ? (
            text
          ) : (
            <span>
              {text} <span className="block text-xs">{unavailable}</span>
            </span>
          )}
        </Menu.Item>
      ))}
    </div>
  ));
}
