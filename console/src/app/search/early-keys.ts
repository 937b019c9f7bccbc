/**
 * Input between the shortcut and the focus of the search field: the palette's code loads on first use, and users start typing right away.
 */
export interface EarlyKeys {
  /** Returns the input since the last call. */
  take(): string;
  stop(): void;
}

export function collectEarlyKeys(): EarlyKeys {
  let typed = "";
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if ([...event.key].length === 1) typed += event.key;
    else if (event.key === "Backspace") typed = [...typed].slice(0, -1).join("");
    // Enter must not press the focused element under the search.
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = (): void => {
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("focusin", onFocus, true);
  };
  // Once the search field or its error message has the focus, it receives the input itself.
  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.matches("input, button")) stop();
  };
  document.addEventListener("keydown", onKey, true);
  document.addEventListener("focusin", onFocus, true);
  return {
    stop,
    take() {
      const taken = typed;
      typed = "";
      return taken;
    },
  };
}
