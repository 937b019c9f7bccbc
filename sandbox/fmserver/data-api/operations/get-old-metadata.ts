import type { SessionOperation } from "../operation.ts";
import { layoutOf } from "../records/view.ts";
import { fieldKind, resultType } from "./get-layout-metadata.ts";

/** Older description of a layout's fields, which still works. */
export const getOldMetadata: SessionOperation = {
  method: "GET",
  path: "/databases/{db}/layouts/{layout}/metadata",
  access: "session",
  body: "none",
  run(call) {
    const metaData = layoutOf(call).items.map((item) => ({
      name: item.key,
      type: fieldKind(item),
      result: resultType(item),
      global: String(item.field.global),
      ...(item.valueList === undefined ? {} : { valueList: item.valueList }),
      repetitions: item.repetitionEnd - item.repetitionStart + 1,
    }));
    return { response: { metaData } };
  },
};
