import { useNavigate } from "@tanstack/react-router";
import { ExportPanel } from "../../features/transfer/export-panel.tsx";
import { ImportPanel } from "../../features/transfer/import-panel.tsx";
import { OttoPanel } from "../../features/transfer/otto-panel.tsx";
import { SendPanel } from "../../features/transfer/send-panel.tsx";
import { paths } from "../paths.ts";

/** Transfer of the configuration to another installation, and from an OttoFMS. */
export default function TransferPart() {
  const navigate = useNavigate();
  return (
    <div className="flex flex-col gap-5">
      <ExportPanel />
      <SendPanel />
      <ImportPanel onStarted={(id) => void navigate({ to: paths.process, params: { id: String(id) } })} />
      <OttoPanel />
    </div>
  );
}
