import { Menu } from "@base-ui/react/menu";
import { EllipsisVertical } from "lucide-react";
import { classes } from "./classes.ts";
import { MenuEntries, type MenuGroups, menuClasses } from "./menu-entries.tsx";

/** What can be done with one thing, behind three dots. */
export function MenuButton({
  label,
  groups,
  className,
}: {
  readonly label: string;
  readonly groups: MenuGroups;
  readonly className?: string;
}) {
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={label}
        title={label}
        className={classes(
          "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-selection hover:text-text data-popup-open:bg-selection",
          className,
        )}
      >
        <EllipsisVertical aria-hidden size={16} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-30">
          <Menu.Popup className={menuClasses}>
            <MenuEntries groups={groups} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
