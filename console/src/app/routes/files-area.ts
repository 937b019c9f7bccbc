import { fileMessages } from "../../messages/english/files.ts";
import type { Area } from "../page/tabbed-page.tsx";
import { paths } from "../paths.ts";

/** Hosted files, and the clients that have them open. */
export const filesArea: Area<"files" | "clients"> = {
  title: fileMessages.title,
  text: fileMessages.text,
  tabs: [
    { name: "files", text: fileMessages.filesTab, to: paths.files },
    { name: "clients", text: fileMessages.clientsTab, to: paths.clients },
  ],
};
