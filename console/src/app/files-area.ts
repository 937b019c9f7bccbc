import { fileWords } from "../words/files.ts";
import { paths } from "./paths.ts";
import type { Area } from "./tabbed-page.tsx";

/** The hosted files, and who has them open. */
export const filesArea: Area<"files" | "clients"> = {
  title: fileWords.title,
  text: fileWords.text,
  tabs: [
    { name: "files", text: fileWords.filesTab, to: paths.files },
    { name: "clients", text: fileWords.clientsTab, to: paths.clients },
  ],
};
