import type { ODataAnswer } from "#shared/filemaker/odata.ts";
import type { FileRequest } from "../endpoint/file-account.ts";
import type { ServerMemory, TableRequest } from "./data-tool.ts";
import { recordPath } from "./records.ts";

/** FileMaker Server's codes for an address that it can't read, and for a table that the file doesn't have. */
const unread = "-1002";
const unknownTable = "-1020";

/**
 * Creates the calls about tables. Some web servers in front of FileMaker Server decode the path, so a space in a table's name has to be
 * encoded twice; others refuse that. The way that worked last is tried first. After the other one, nothing has happened yet, so every call
 * can be sent again. Source: GOTCHAS.md in https://github.com/Navarre-AI/mitos (26).
 */
export function tableCalls(
  server: Pick<ServerMemory, "decodesPaths">,
  send: (request: Omit<FileRequest, "timeoutMs" | "signal">) => Promise<ODataAnswer>,
) {
  return async ({ table, recordId, query = "", ...request }: TableRequest): Promise<ODataAnswer> => {
    const sendTo = (isTwice: boolean) => send({ ...request, path: recordPath(table, recordId, isTwice) + query });
    const isTwice = server.decodesPaths;
    const answer = await sendTo(isTwice);
    const isMisread = answer.code === unread || (isTwice && answer.code === unknownTable);
    if (!isMisread || !/\s/.test(table.name)) return answer;
    const other = await sendTo(!isTwice);
    if (other.code === unread || other.code === unknownTable) return answer;
    server.decodesPaths = !isTwice;
    return other;
  };
}
