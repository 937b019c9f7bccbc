import { clientNumbered, disconnectClient as disconnect } from "../../host/clients.ts";
import { badValue } from "../../host/refusals.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Asks a client to disconnect, with a message and a grace time from the query. */
export const disconnectClient: AdminOperation = {
  method: "DELETE",
  path: "/clients/{id}",
  access: ["DATABASE_MANAGEMENT"],
  run({ host, request, path }) {
    const client = clientNumbered(host, path.id ?? "");
    const graceTime = request.query.get("graceTime") ?? "90";
    if (!/^\d{1,6}$/.test(graceTime)) throw badValue();
    disconnect(host, client, {
      messageText: request.query.get("messageText") ?? "",
      graceSeconds: Number(graceTime),
    });
    return {};
  },
};
