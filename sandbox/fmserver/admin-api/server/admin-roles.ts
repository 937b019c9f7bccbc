import * as z from "zod";
import { badValue, missing } from "../../host/refusals.ts";
import type { Host } from "../../host.ts";
import type { LiveRole } from "../../world/live/live-server.ts";
import { AdminRole } from "../../world/schema/admin-schema.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation, AdminResponse } from "../admin-operation.ts";

const path = "/server/adminrole";
const access = "root";
const since = 21;
const { shape } = AdminRole;
/** Change of a role, which is named by its number; omitted fields don't change. */
const RoleChange = z.object({
  id: z.string(),
  name: shape.name.optional(),
  homeFolder: z.string().optional(),
  privileges: shape.privileges.unwrap().optional(),
  xauthGroup: z.string().optional(),
  description: z.string().optional(),
  enabled: z.boolean().optional(),
  password: z.string().optional(),
});
const Ids = z.object({ ids: z.array(z.coerce.string()).min(1) });

/** Lists, creates, changes and deletes administrator roles. */
export const adminRoleOperations: readonly AdminOperation[] = [
  {
    method: "GET",
    path,
    since,
    access,
    run: ({ host }) => ({ adminRoles: [...host.world.server.roles.values()].map(described) }),
  },
  {
    method: "POST",
    path,
    since,
    access,
    run(call) {
      const role = { ...valuesIn(call, AdminRole), id: call.host.world.server.nextId("role") };
      checkName(call.host, role);
      call.host.world.server.roles.set(role.id, role);
      return { adminRole: described(role) };
    },
  },
  {
    method: "PATCH",
    path,
    since,
    access,
    run(call) {
      const { roles } = call.host.world.server;
      const change = valuesIn(call, RoleChange);
      const before = roles.get(change.id);
      if (before === undefined) throw missing();
      const named = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      const role: LiveRole = { ...before, ...named };
      checkName(call.host, role);
      roles.set(role.id, role);
      return { adminRole: described(role) };
    },
  },
  {
    method: "DELETE",
    path,
    since,
    access,
    run(call) {
      const { roles } = call.host.world.server;
      const { ids } = valuesIn(call, Ids);
      if (ids.some((id) => !roles.has(id))) throw missing();
      for (const id of ids) roles.delete(id);
      return {};
    },
  },
];

function described({ password: _password, ...role }: LiveRole): AdminResponse {
  return role;
}

/** Checks that no other role or account has the role's name. */
function checkName(host: Host, { id, name }: LiveRole): void {
  const { roles, accounts } = host.world.server;
  const others = [...[...roles.values()].filter((role) => role.id !== id), ...accounts];
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) throw badValue();
}
