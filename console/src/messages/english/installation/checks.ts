/** Lists of checks. */
export const checkMessages = {
  states: { ok: "OK", warning: "Warning", failed: "Failed", unknown: "Unknown" },
  checkAgain: "Check again",
  copy: "Copy results",
} as const;
