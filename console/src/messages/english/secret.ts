/** The dialog with new secrets. */
export const secretMessages = {
  title: "Your new secret",
  once: "It's shown only once.",
  copy: "Copy secret",
  done: "Done",
  question: {
    title: "Close without copying?",
    text: "You can't view the secret again. You'd have to create a new one.",
    leave: "Close anyway",
    stay: "Back to the secret",
  },
} as const;
