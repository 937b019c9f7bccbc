import { ContextMenu as Base } from "@base-ui/react/context-menu";
import type { ReactNode } from "react";
import { MenuEntries, type MenuGroups, menuClasses } from "./menu-entries.tsx";
import { useOffered } from "./use-offered.ts";

/** Menu at the pointer, opened by a right click, a long press or the menu key. */
export function ContextMenu({
  groups,
  className,
  children,
}: {
  readonly groups: MenuGroups;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  if (useOffered(groups).length === 0) return <div className={className}>{children}</div>;
  return (
    <Base.Root>
      <Base.Trigger {...(className !== undefined && { className })}>{children}</Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-30">
          <Base.Popup className={menuClasses}>
            <MenuEntries groups={groups} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
