import { EllipsisVertical } from "lucide-react";
import { Suspense, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { lazyPart } from "./lazy-part.ts";
import type { MenuGroups } from "./menu-entries.tsx";

const load = () => import("./opened-menu-button.tsx");
const OpenedMenuButton = lazyPart(load);
/** Asked for when the pointer or the focus arrives, so that it is there when it is pressed. What fails then is told by the press. */
const loadAhead = () => void load().catch(() => undefined);

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
  const [wasPressed, setPressed] = useState(false);
  const unpressed = (
    <IconButton
      icon={EllipsisVertical}
      label={label}
      aria-haspopup="menu"
      aria-expanded={false}
      className={className}
      onPointerEnter={loadAhead}
      onFocus={loadAhead}
      onClick={() => setPressed(true)}
      onKeyDown={({ key }) => (key === "ArrowDown" || key === "ArrowUp") && setPressed(true)}
    />
  );
  if (!wasPressed) return unpressed;
  return (
    <Suspense fallback={unpressed}>
      <OpenedMenuButton label={label} groups={groups} className={className} />
    </Suspense>
  );
}
