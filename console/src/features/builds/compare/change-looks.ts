import { CircleMinus, CirclePlus, Equal, PencilLine } from "lucide-react";

/** Appearance of changes, in order of display: differences first. */
export const changeLooks = {
  added: { tone: "good", icon: CirclePlus },
  removed: { tone: "bad", icon: CircleMinus },
  changed: { tone: "warn", icon: PencilLine },
  unchanged: { tone: "plain", icon: Equal },
} as const;
