import { useState } from "react";

/**
 * Returns the state and attributes of a button whose menu is created on the first press. The menu's code loads as soon as the button is
 * hovered or focused, so that it opens without delay.
 */
export function useFirstPress(load: () => Promise<unknown>) {
  const [wasPressed, setPressed] = useState(false);
  const press = () => setPressed(true);
  const loadAhead = () => void load().catch(() => undefined); // The press reports a failure.
  return {
    wasPressed,
    buttonProps: {
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onPointerEnter: loadAhead,
      onFocus: loadAhead,
      onClick: press,
      onKeyDown: ({ key }: { readonly key: string }) => {
        if (key === "ArrowDown" || key === "ArrowUp") press();
      },
    },
  } as const;
}
