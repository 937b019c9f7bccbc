import { Menu } from "@base-ui/react/menu";
import { EllipsisVertical } from "lucide-react";
import { MenuEntries, type MenuGroups, menuClasses } from "./menu-entries.tsx";

/** The three dots once they were pressed: open at first, and working from then on. */
export default function OpenedMenuButton({
  label,
  groups,
  className,
}: {
  readonly label: string;
  readonly groups: MenuGroups;
  readonly className: string;
}) {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger aria-label={label} title={label} className={className}>
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
