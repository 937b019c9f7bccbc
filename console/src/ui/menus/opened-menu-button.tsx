import { Menu } from "@base-ui/react/menu";
import { EllipsisVertical } from "lucide-react";
import { IconButton } from "../buttons/icon-button.tsx";
import { classes } from "../classes.ts";
import { MenuEntries, type MenuGroups, menuClasses } from "./menu-entries.tsx";

/** Three-dots menu after its first press: initially open. */
export default function OpenedMenuButton({
  label,
  groups,
  className,
}: {
  readonly label: string;
  readonly groups: MenuGroups;
  readonly className?: string | undefined;
}) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger
        render={
          <IconButton
            icon={EllipsisVertical}
            label={label}
            className={classes("data-popup-open:bg-selection", className)}
          />
        }
      />
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
