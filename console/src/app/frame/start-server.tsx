import { useNavigate } from "@tanstack/react-router";
import { ServerCommandDialog } from "../../features/agents/server-command-dialog.tsx";
import { paths } from "../paths.ts";

/** Starts the Database Server, and leads to the run. */
export function StartServer({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <ServerCommandDialog
      asked={{ command: "start", service: "server" }}
      onClose={onClose}
      onStarted={(processId) => {
        onClose();
        void navigate({ to: paths.process, params: { id: String(processId) } });
      }}
    />
  );
}
