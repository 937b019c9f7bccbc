/** User of the directory. */
export interface GoogleUser {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** Users and groups of a Google Workspace, with the members of each group: addresses of users and groups. */
export interface GoogleDirectory {
  readonly users: readonly GoogleUser[];
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Other users who can sign in with Google, but aren't in the directory. */
  readonly guests?: readonly GoogleUser[];
}

export const demoDirectory: GoogleDirectory = {
  users: [
    { sub: "100000000000000000001", email: "admin@example.com", email_verified: true },
    { sub: "100000000000000000002", email: "ana@example.com", email_verified: true },
    { sub: "100000000000000000003", email: "new@example.com", email_verified: false },
  ],
  groups: {
    "sales@example.com": ["ana@example.com"],
    "berlin@example.com": ["ana@example.com", "admin@example.com"],
    // A group of groups, and one that contains itself through another.
    "everyone@example.com": ["sales@example.com", "berlin@example.com", "all-sites@example.com"],
    "all-sites@example.com": ["everyone@example.com"],
  },
};

/** Returns the groups that an address is a direct member of, paged like the Directory API; undefined for an unknown address. */
export function groupsOf(
  { users, groups }: GoogleDirectory,
  member: string,
  { at, limit }: { readonly at: number; readonly limit: number },
): object | undefined {
  if (!users.some(({ email, sub }) => email === member || sub === member) && !Object.hasOwn(groups, member))
    return undefined;
  const all = Object.keys(groups).filter((group) => groups[group]?.includes(member));
  const page = all.slice(at, at + limit).map((email) => ({ kind: "admin#directory#group", email }));
  return {
    kind: "admin#directory#groups",
    ...(page.length > 0 && { groups: page }),
    ...(at + limit < all.length && { nextPageToken: String(at + limit) }),
  };
}
