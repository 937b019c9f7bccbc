import * as z from "zod";
import { clientNumbered, messageClient as message } from "../../host/clients.ts";
import { valuesIn } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";

/** Shows a text to a client. */
export const messageClient: AdminOperation = {
  method: "POST",
  path: "/clients/{id}/message",
  access: ["DATABASE_MANAGEMENT"],
  run(call) {
    const client = clientNumbered(call.host, call.path.id ?? "");
    message(client, valuesIn(call, Message).messageText);
    return {};
  },
};

const Message = z.object({ messageText: z.string() });
