import type { Role } from "#shared/contract/roles.ts";
import type { Scope } from "../contract.ts";
import { isAdministration, type OAuthResource } from "../resources.ts";

/** Access that a person can grant to a client on the page. */
export interface AccessChoice {
  /** Value of the form's field. */
  readonly value: string;
  readonly text: string;
  /** True if the client only gets tools that change nothing. */
  readonly readsOnly: boolean;
  /** Highest role of the client at the endpoint for administrators. */
  readonly role?: Role;
}

const ofServers: readonly AccessChoice[] = [
  { value: "read", text: "Read only: run tools that change nothing", readsOnly: true },
  { value: "full", text: "Full access: also run tools that change data", readsOnly: false },
];

const ofAdministration: readonly AccessChoice[] = [
  { value: "viewer", role: "viewer", text: "Viewer: look at everything, change nothing", readsOnly: true },
  {
    value: "operator",
    role: "operator",
    text: "Operator: also open and close files, disconnect clients, run schedules and deployments",
    readsOnly: false,
  },
  {
    value: "administrator",
    role: "administrator",
    text: "Administrator: also create and delete API keys",
    readsOnly: false,
  },
];

/** Returns the choices for a request, in the order of the page. A client that only asks to read gets the first one. */
export function accessChoices(asked: {
  readonly resource: OAuthResource;
  readonly scopes: readonly Scope[];
}): readonly AccessChoice[] {
  const all = isAdministration(asked.resource) ? ofAdministration : ofServers;
  return asked.scopes.includes("fm:write") ? all : all.slice(0, 1);
}

/** Returns the selected choice; undefined if none is selected. The only one needs no selection. */
export function chosenAccess(form: URLSearchParams, choices: readonly AccessChoice[]): AccessChoice | undefined {
  const [only, ...others] = choices;
  if (others.length === 0) return only;
  return choices.find(({ value }) => value === form.get("access"));
}
