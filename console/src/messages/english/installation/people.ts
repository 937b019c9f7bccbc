/** People and their roles. */
export const peopleMessages = {
  title: "People",
  text: "Give limited Admin Console accounts access to Latchkey. Full administrators always have access.",
  none: "No roles assigned yet.",
  list: "People with a role",
  name: "Account name",
  nameHint: "As in the Admin Console, in upper or lower case.",
  role: "Role",
  needName: "Enter an account name.",
  give: "Assign role",
  given: (name: string, role: string) => `${name} is now ${role}`,
  givenBy: (name: string) => `Assigned by ${name}`,
  roleOf: (name: string) => `Role of ${name}`,
  take: "Remove…",
  takeOf: (name: string) => `Remove the role of ${name}`,
  removeTitle: (name: string) => `Remove the role of ${name}?`,
  removeText: (server: string) =>
    `${server} signs the account out immediately. It can't sign in again until you assign a role to it.`,
  removeSubmit: "Remove role",
  removed: (name: string) => `Role of ${name} removed`,
  onlyAdministrators: "Only administrators can give roles.",
} as const;
