import { badParameter } from "../fm-error.ts";
import { formIn } from "../http/form-in.ts";
import type { ContainerFile } from "../world/values/cell.ts";
import type { DataCall } from "./operation.ts";

/** Returns the part `upload` of a multipart body; other parts are ignored. @throws FmError 960 */
export async function uploadedFile(call: DataCall): Promise<ContainerFile> {
  const { files } = await formIn(call.request.message.headers, call.body);
  const file = files.get("upload");
  if (file === undefined) throw badParameter("Upload payload must contain a part named 'upload'.");
  return file;
}
