/** Texts of the dialogs that edit keys. */
export const keyEditMessages = {
  data: {
    title: (label: string) => `Edit ${label}`,
    text: "The key’s value doesn't change.",
    changeAccount: "Change account or password",
    changeAccountText: "Latchkey signs in to each file with the account first.",
    submit: "Save",
    saved: "Saved",
  },
  admin: { text: "The account doesn't change. A new role applies from the next request." },
} as const;
