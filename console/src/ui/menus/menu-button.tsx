import { EllipsisVertical } from "lucide-react";
import { IconButton } from "../buttons/icon-button.tsx";
import { lazyPart } from "../lazy-part.ts";
import type { MenuGroups } from "./menu-entries.tsx";
import { useFirstPress } from "./use-first-press.ts";
import { useOffered } from "./use-offered.ts";

const load = () => import("./opened-menu-button.tsx");
const OpenedMenuButton = lazyPart(load);

/** What can be done with one thing, behind three dots. A long list has many of them, and most are never pressed: the menu comes with the press. */
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
