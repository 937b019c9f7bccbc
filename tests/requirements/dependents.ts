import type { RequirementList } from "./requirement.ts";

export const dependents = {
  "dependents:confirmation:reasons": {
    text: "A deletion of five objects or more, of one used in the last seven days, or of one whose dependents couldn't all be read asks for typing.",
    source: "Promise, dependents",
  },
  "dependents:console:dialogs": {
    text: "Every dialog that closes, deletes, replaces or disables something lists what uses it, with a link and the effect, and names what couldn't be read.",
    source: "Promise, dependents",
  },
  "dependents:console:file": {
    text: "A file's page lists everything that uses it, each with a link, and says what couldn't be read.",
    source: "Promise, dependents",
  },
  "dependents:graph:complete": {
    text: "Everything that uses a file, a key or another object is listed with its name and the effect of the action, for every reference between resources.",
    source: "Promise, dependents",
  },
  "dependents:operations:covered": {
    text: "Every operation that deletes an object has a kind in the list of dependents, or a reason why nothing depends on its objects.",
    source: "Promise, dependents",
  },
  "dependents:unread:named": {
    text: "Dependents that couldn't be read are named with the reason, and the others are still listed.",
    source: "Promise, dependents",
  },
} as const satisfies RequirementList;
