import * as z from "zod";
import { FmError } from "../../fm-error.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Changes the name and password of an Admin Console account, which has to authenticate again. */
export const changeRootAdmin: AdminOperation = {
  method: "POST",
  path: "/server/rootadmin",
  access: "root",
  run(call) {
    const { currentUsername, currentPassword, newUsername, newPassword } = valuesIn(call, Change);
    const account = call.host.world.server.accounts.find(
      ({ name, password }) => name.toLowerCase() === currentUsername.toLowerCase() && password === currentPassword,
    );
    if (account === undefined) throw new FmError("212");
    account.name = newUsername;
    account.password = newPassword;
    return {};
  },
};

const Change = z.object({
  currentUsername: z.string(),
  currentPassword: z.string(),
  newUsername: z.string().min(1),
  newPassword: z.string().min(1),
});
