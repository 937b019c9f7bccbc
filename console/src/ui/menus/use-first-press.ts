import { useState } from "react";

/**
 * A button whose menu comes with its first press: whether it was pressed, and the button's attributes until then. The menu is asked for
 * as soon as the pointer or the focus arrives, so that it is there when it is pressed.
 */
export function useFirstPress(load: () => Promise<unknown>) {
  const [wasPressed, setPressed] = useState(false);
  const press = () => setPressed(true);
  const loadAhead = () => void load().catch(() => undefined); // A failure is reported by the press.
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
