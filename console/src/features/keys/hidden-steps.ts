const name = "latchkey.first-steps";

/** Returns true if the user has hidden the first steps in this browser. */
export function areStepsHidden(): boolean {
  try {
    return window.localStorage.getItem(name) === "hidden";
  } catch {
    return false; // The browser forbids storage.
  }
}

export function hideSteps(): void {
  try {
    window.localStorage.setItem(name, "hidden");
  } catch {
    // Full or forbidden: the steps are hidden until the page is reloaded.
  }
}
