/** People and their roles. */
export const peopleMessages = {
  title: "People",
  text: "Accounts of the Admin Console that an administrator role of FileMaker Server limits to a part of its tasks sign in here with the role that they are given. Full administrators of FileMaker Server are administrators without being listed.",
  none: "No limited account was given a role.",
  list: "People with a role",
  name: "Account name",
  nameHint: "As in the Admin Console. Case does not matter.",
  role: "Role",
  needName: "An account name is needed.",
  give: "Give role",
  given: (name: string, role: string) => `${name} is ${role} now`,
  givenBy: (name: string) => `Given by ${name}`,
  roleOf: (name: string) => `Role of ${name}`,
  take: "Take away…",
  takeOf: (name: string) => `Take the role of ${name} away`,
  removeTitle: (name: string) => `Take the role of ${name} away?`,
  removeText: (server: string) =>
    `The account is signed out of ${server} at once and cannot sign in again until it is given a role.`,
  removeSubmit: "Take the role away",
  removed: (name: string) => `${name} has no role any more`,
  onlyAdministrators: "Only administrators give roles.",
} as const;
