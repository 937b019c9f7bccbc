const name = "latchkey.first-steps";

/** Whether the first steps were hidden in this browser. */
export function areStepsHidden(): boolean {
  try {
    return window.localStorage.getItem(name) === "hidden";
  } catch {
    return false; // A browser that forbids storage remembers nothing.
  }
}

export function hideSteps(): void {
  try {
    window.localStorage.setItem(name, "hidden");
  } catch {
    // Full, or forbidden: they are hidden until the page is loaded again.
  }
}
