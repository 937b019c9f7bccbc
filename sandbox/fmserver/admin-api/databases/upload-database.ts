import { hostUploaded } from "../../host/uploaded-database.ts";
import { formIn } from "../../http/form-in.ts";
import { missingParameter } from "../admin-body.ts";
import type { AdminOperation } from "../admin-operation.ts";
import { described } from "./list-databases.ts";

/** Stores a file in a folder, and opens it on request. */
export const uploadDatabase: AdminOperation = {
  method: "POST",
  path: "/databases/upload",
  access: ["DATABASE_MANAGEMENT"],
  async run({ host, request, body }) {
    const { files, fields } = await formIn(request.message.headers, body);
    const file = files.get("uploadFile");
    if (file === undefined) throw missingParameter("uploadFile");
    const isTrue = (name: string): boolean => /^(?:true|1)$/i.test(fields.get(name) ?? "");
    const database = hostUploaded(host, file, {
      folder: fields.get("uploadDest") ?? "Databases/",
      key: fields.get("EARKey") ?? "",
      saveKey: isTrue("saveEARKey"),
      open: isTrue("openOnServer"),
    });
    return { database: described(host, database) };
  },
};
