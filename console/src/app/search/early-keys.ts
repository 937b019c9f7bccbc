/**
 * What is typed between the shortcut and the moment in which the search's field has the focus: its part of the page is
 * loaded with the first use, and nobody waits for that before typing.
 */
export interface EarlyKeys {
  /** What was typed so far, from the last call on. */
  take(): string;
  stop(): void;
}

export function collectEarlyKeys(): EarlyKeys {
  let typed = "";
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if ([...event.key].length === 1) typed += event.key;
    else if (event.key === "Backspace") typed = [...typed].slice(0, -1).join("");
    // What has the focus under the search is not pressed.
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
  };
  const stop = (): void => {
    document.removeEventListener("keydown", onKey, true);
    document.removeEventListener("focusin", onFocus, true);
  };
  // Whatever takes the focus takes what is typed from then on, the field or what says that it could not be loaded.
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
