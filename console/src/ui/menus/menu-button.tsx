import { EllipsisVertical } from "lucide-react";
import { IconButton } from "../buttons/icon-button.tsx";
import { lazyPart } from "../lazy-part.ts";
import type { MenuGroups } from "./menu-entries.tsx";
import { useFirstPress } from "./use-first-press.ts";
import { useOffered } from "./use-offered.ts";

const load = () => import("./opened-menu-button.tsx");
const OpenedMenuButton = lazyPart(load);

/**
 * Three-dots menu with the actions for one object. The menu is only created on the first press, because a long list has many of them, most
 * of which are never used.
 */
export function MenuButton({
  label,
  groups,
  className,
}: {
  readonly label: string;
  readonly groups: MenuGroups;
  readonly className?: string | undefined;
}) {
  const { wasPressed, buttonProps } = useFirstPress(load);
  if (useOffered(groups).length === 0) return null;
  const unpressed = <IconButton icon={EllipsisVertical} label={label} className={className} {...buttonProps} />;
  if (!wasPressed) return unpressed;
  return <OpenedMenuButton label={label} groups={groups} className={className} fallback={unpressed} />;
}
