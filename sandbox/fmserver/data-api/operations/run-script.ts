import { type OperationAnswer, pathValue, type SessionOperation } from "../operation.ts";
import { queryParameters } from "../parameters.ts";
import { layoutOf } from "../records/view.ts";
import { performScript, scriptNamed } from "../scripts.ts";

/** Runs a script, starting from a layout. */
export const runScript: SessionOperation = {
  method: "GET",
  path: "/databases/{db}/layouts/{layout}/script/{script}",
  access: "session",
  body: "none",
  async run(call): Promise<OperationAnswer> {
    const layout = layoutOf(call);
    const parameter = queryParameters(call, []).get("script.param");
    const script = scriptNamed(call, pathValue(call, "script"));
    const { table } = layout.occurrence;
    const { result, error } = await performScript(call, script, String(parameter ?? ""), table);
    return { response: result === undefined ? { scriptError: error } : { scriptResult: result, scriptError: error } };
  },
};
