import { CircleMinus, CirclePlus, Equal, PencilLine } from "lucide-react";

/** How changes look, in the order in which they are shown: what differs first. */
export const changeLooks = {
  added: { tone: "good", icon: CirclePlus },
  removed: { tone: "bad", icon: CircleMinus },
  changed: { tone: "warn", icon: PencilLine },
  unchanged: { tone: "plain", icon: Equal },
} as const;
