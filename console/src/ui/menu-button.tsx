import { EllipsisVertical } from "lucide-react";
import { Suspense } from "react";
import { useFirstPress } from "./first-press.ts";
import { IconButton } from "./icon-button.tsx";
import { lazyPart } from "./lazy-part.ts";
import type { MenuGroups } from "./menu-entries.tsx";

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
  const { wasPressed, untilThen } = useFirstPress(load);
  const unpressed = <IconButton icon={EllipsisVertical} label={label} className={className} {...untilThen} />;
  if (!wasPressed) return unpressed;
  return (
    <Suspense fallback={unpressed}>
      <OpenedMenuButton label={label} groups={groups} className={className} />
    </Suspense>
  );
}
